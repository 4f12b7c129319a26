/** Path of the bulk operation. */
export const BULK = '/public/v1/reviews/add_bulk';

/** Returns a valid item. Each `n` gives another author and text. */
export function review(n: number | string, overrides: object = {}) {
  return { from_name: `Author ${n}`, text: `Text <b>${n}</b>.`, posted_on: '2026-01-31', ...overrides };
}
