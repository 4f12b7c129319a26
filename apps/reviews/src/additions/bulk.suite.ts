/** Path of adding in bulk. */
export const BULK = '/public/v1/reviews/add_bulk';

/** An item that may be added; another number is another author and text. */
export function review(n: number | string, overrides: object = {}) {
  return { from_name: `Author ${n}`, text: `Text <b>${n}</b>.`, posted_on: '2026-01-31', ...overrides };
}
