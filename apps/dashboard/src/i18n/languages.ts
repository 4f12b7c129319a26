/** The languages of the dashboard, which are those of the invitations. */
export const LANGUAGES = ['en', 'fr', 'es', 'pt', 'de', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  de: 'Deutsch',
  it: 'Italiano',
};

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

/** Returns the first of the wished languages that the dashboard has, or English. `wished` are BCP 47 tags such as `pt-BR`. */
export function bestLanguage(wished: readonly string[]): Language {
  for (const tag of wished) {
    const base = tag.toLowerCase().split('-')[0];
    if (isLanguage(base)) return base;
  }
  return 'en';
}

/** Returns `rtl` for a language that is written from right to left. None of {@link LANGUAGES} is, but texts of reviews are. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return /^(ar|he|fa|ur|yi|ps|sd|ug|dv|ckb)\b/.test(language) ? 'rtl' : 'ltr';
}
