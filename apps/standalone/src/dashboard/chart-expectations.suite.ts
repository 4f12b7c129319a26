// What the charts write for the figures of the reports, in English.

const NO_DATA = 'no data';

/** A value of a report. Null is one that does not exist. */
type Value = number | null;

/** Returns a number as tables have it. */
export const exact = (value: Value): string => (value === null ? NO_DATA : value.toLocaleString('en'));
/** Returns a rating as the cursor announces it. */
export const rating = (value: Value): string => (value === null ? NO_DATA : value.toFixed(2));
export const monthName = (month: string): string =>
  new Date(`${month}-01`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
export const dayName = (day: string): string =>
  new Date(day).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
/** Returns `2026-04` for the label `4/2026`. */
export const monthOf = (label: string): string => {
  const [month, year] = label.split('/');
  return `${year}-${month!.padStart(2, '0')}`;
};

/** Expects drawn values to be those of the API, as exactly as a drawing can be read. */
export function expectDrawn(drawn: readonly Value[], values: readonly Value[], precision: number): void {
  const isClose = (value: Value, wanted: Value): boolean =>
    value !== null && wanted !== null && Math.abs(value - wanted) <= precision;
  const read = drawn.map((value, at) => (isClose(value, values[at] ?? null) ? values[at] : value));
  expect(read).toEqual(values);
}
