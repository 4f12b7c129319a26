/** Nobody gets two messages within 12 hours, whatever the settings say. */
export const MIN_DISTANCE_MS = 12 * 3_600_000;
