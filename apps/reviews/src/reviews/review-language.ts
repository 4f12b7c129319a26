const WELL_FORMED = /^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/i;

/**
 * A language with or without script and region as BCP 47 spells it: `EN_us` is `en-US`, `eng` is `en`, `iw` is `he`.
 * Null for anything else. Whether somebody speaks it is not asked.
 */
export function parseLanguage(given: string): string | null {
  if (!WELL_FORMED.test(given)) return null;
  return Intl.getCanonicalLocales(given.replaceAll('_', '-'))[0] ?? null;
}
