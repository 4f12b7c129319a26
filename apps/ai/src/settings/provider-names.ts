/** Who writes summaries, insights and drafts. `openai` is every server with the API of OpenAI. */
export const AI_PROVIDERS = ['embedded', 'openai'] as const;
export type AiProviderName = (typeof AI_PROVIDERS)[number];

export const TRANSLATORS = ['none', 'libretranslate', 'deepl', 'google', 'azure', 'llm'] as const;
export type TranslatorName = (typeof TRANSLATORS)[number];
