/** When a new key ends. `date` stands for a day that the person chooses. */
export const EXPIRY_PRESETS = ['never', 'days_7', 'days_30', 'days_90', 'year', 'date'] as const;
export type ExpiryPreset = (typeof EXPIRY_PRESETS)[number];

const DAYS: Readonly<Partial<Record<ExpiryPreset, number>>> = {
  days_7: 7,
  days_30: 30,
  days_90: 90,
  year: 365,
};
const DAY_MS = 86_400_000;

/**
 * Returns the moment in the way of the API, or null for never. A chosen `day`, `YYYY-MM-DD`, counts to its end. Returns
 * undefined if the preset is `date` and there is no such day.
 */
export function expiryOf(preset: ExpiryPreset, day: string, now: Date): string | null | undefined {
  if (preset === 'never') return null;
  const days = DAYS[preset];
  if (days !== undefined) return new Date(now.getTime() + days * DAY_MS).toISOString();
  const end = new Date(`${day}T23:59:59Z`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}

/** Returns the day of a moment of the API for a date field. Empty for never. */
export function dayOf(expiresOn: string | null): string {
  return expiresOn?.slice(0, 10) ?? '';
}
