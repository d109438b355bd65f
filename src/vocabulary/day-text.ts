/** yyyy-MM-dd as MM/dd/yyyy, as every screen writes a day. */
export function showDate(date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return `${month}/${day}/${year}`;
}

/** A bar's time, yyyy-MM-dd or yyyy-MM-ddTHH:MM, as every screen writes it: MM/dd/yyyy, and the minute after it. */
export const showTime = (time: string): string => `${showDate(time.slice(0, 10))}${time.slice(10).replace("T", " ")}`;
