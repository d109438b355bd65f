import { Button, Dialog, Flex, Text, TextField } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { CHART_LIMITS, CHART_TOOLS } from "../../vocabulary/index.ts";
import { content, interaction } from "../state/chart.ts";
import { changeDrawing, removeDrawing } from "../state/drawing.ts";

type Point = { readonly time: string; readonly price: number };

function close(): void {
  interaction.editing = null;
}

/** Points as they were typed; what is left empty stays as it was. */
function pointsOf(form: FormData, points: readonly Point[]): Point[] {
  return points.map(({ time, price }, index) => {
    const [typedTime, typedPrice] = [form.get(`time${index}`), Number(form.get(`price${index}`) ?? "")];
    return {
      time: typeof typedTime === "string" && typedTime !== "" ? typedTime.slice(0, 16) : time,
      price: Number.isFinite(typedPrice) && form.get(`price${index}`) !== "" ? typedPrice : price,
    };
  });
}

/** Times, prices and text of a drawing, for what the pointer is too coarse for. */
export function EditDrawing(): ReactNode {
  const { editing } = useSnapshot(interaction);
  const { drawings } = useSnapshot(content);
  const drawing = drawings.find(({ id }) => id === editing);
  const tool = CHART_TOOLS.find(({ name }) => name === drawing?.tool);
  return (
    <Dialog.Root open={drawing !== undefined} onOpenChange={(open) => !open && close()}>
      <Dialog.Content maxWidth="420px" aria-describedby={undefined}>
        <Dialog.Title size="3">{tool?.title ?? "Drawing"}</Dialog.Title>
        {drawing !== undefined && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const form = new FormData(event.currentTarget);
              const text = form.get("text");
              changeDrawing(drawing.id, {
                points: pointsOf(form, drawing.points),
                text: typeof text === "string" ? text.trim() : drawing.text,
              });
              close();
            }}
          >
            {drawing.tool === "text" && (
              <TextField.Root
                name="text"
                aria-label="Text"
                defaultValue={drawing.text}
                maxLength={CHART_LIMITS.drawingText}
                mb="2"
              />
            )}
            {drawing.points.map(({ time, price }, index) => (
              // Points have their place only.
              <Flex
                key={index}
                gap="2"
                mb="2"
                role="group"
                aria-label={drawing.points.length > 1 ? `End ${index + 1}` : "Place"}
              >
                {drawing.tool !== "horizontal_line" && (
                  <Text as="label" size="1">
                    {time.length > 10 ? "Time" : "Day"}
                    <TextField.Root
                      type={time.length > 10 ? "datetime-local" : "date"}
                      name={`time${index}`}
                      defaultValue={time}
                    />
                  </Text>
                )}
                {drawing.tool !== "vertical_line" && (
                  <Text as="label" size="1">
                    Price
                    <TextField.Root
                      type="number"
                      step="any"
                      name={`price${index}`}
                      defaultValue={Number(price.toPrecision(8))}
                    />
                  </Text>
                )}
              </Flex>
            ))}
            <Flex mt="3" gap="2" justify="end">
              <Button
                type="button"
                variant="soft"
                color="red"
                onClick={() => {
                  close();
                  removeDrawing(drawing.id);
                }}
              >
                Remove
              </Button>
              <Button type="submit">Done</Button>
            </Flex>
          </form>
        )}
      </Dialog.Content>
    </Dialog.Root>
  );
}
