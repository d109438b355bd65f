import type { ReactNode } from "react";
import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import "./qr-code.css";

/** Light modules around the code, which readers need (ISO/IEC 18004, 6.3.8). */
const QUIET = 4;

/** A text as a QR code, dark on white in either theme: readers expect it so. Loaded where it is shown. */
export default function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const code = generate(text);
  const side = code.size + 2 * QUIET;
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  );
}
