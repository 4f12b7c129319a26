/**
 * Returns the language of `translate_to` as translators know it: two letters and an optional region, such as `pt-BR`. Returns
 * null if the texts are not translated, also for a language without a code of two letters.
 */
export function translationTarget(translateTo: string | null): string | null {
  if (translateTo === null || !/^[a-z]{2}(-|$)/i.test(translateTo)) return null;
  const { language, region, script } = new Intl.Locale(translateTo);
  if (region && /^[A-Z]{2}$/.test(region)) return `${language}-${region}`;
  // Chinese has two scripts, which are named by a region that writes it.
  return language === 'zh' && script === 'Hant' ? 'zh-TW' : language;
}
