/** Returns `YYYY-MM-DD HH:MM:SS` in UTC, the format of every `*_on` field of the API. */
export function wireDate(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

/** Like {@link wireDate}, but returns null for null. */
export function wireDateOrNull(date: Date | null | undefined): string | null {
  return date ? wireDate(date) : null;
}

/** Parses a record date (`YYYY-MM-DD HH:MM:SS`, UTC). Throws RangeError for any other text. */
export function parseWireDate(text: string): Date {
  const date = new Date(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(date.getTime()) || wireDate(date) !== text) {
    throw new RangeError(`"${text}" must be a date in the form YYYY-MM-DD HH:MM:SS`);
  }
  return date;
}

/** The form of a {@link wireDate}. */
export const WIRE_DATE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
