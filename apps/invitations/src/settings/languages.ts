/** The languages in which messages and pages have texts of their own. */
export const LANGUAGES = ['en', 'fr', 'es', 'pt', 'de', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];
