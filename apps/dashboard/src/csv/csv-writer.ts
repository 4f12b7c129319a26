/** A phone number or an amount, which a spreadsheet shows as it is. */
const SIGNED_NUMBER = /^[+-][\d\s().,/-]*$/;

/**
 * Writes rows as RFC 4180 describes it, with a byte order mark for spreadsheets. A cell that a spreadsheet would run as a
 * formula gets an apostrophe in front.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

function cellOf(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) && !SIGNED_NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
