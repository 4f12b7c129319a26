/** The languages in which users get mails. */
export const LANGUAGES = ['en', 'fr', 'es', 'pt', 'de', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];
