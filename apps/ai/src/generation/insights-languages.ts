/** The languages of insights (api.md 4.3), which are those that the embedded provider writes. */
export const INSIGHTS_LANGUAGES = ['en', 'fr', 'es', 'pt', 'de', 'it'] as const;
export type InsightsLanguage = (typeof INSIGHTS_LANGUAGES)[number];

export function isInsightsLanguage(language: string): language is InsightsLanguage {
  return (INSIGHTS_LANGUAGES as readonly string[]).includes(language);
}
