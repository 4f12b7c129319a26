/** What every operation with a body says of fields that it does not know. */
export const IGNORES_UNKNOWN = 'Unknown body fields are ignored.';
