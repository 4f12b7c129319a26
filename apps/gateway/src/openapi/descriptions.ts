/** Part of the description of every operation with a body. */
export const IGNORES_UNKNOWN = 'Unknown body fields are ignored.';
