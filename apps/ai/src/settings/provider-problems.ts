import type { AiProviderName, TranslatorName } from './provider-names';

/** The part of the settings that {@link providerProblems} compares. AiEnv has this shape. */
export interface ProviderEnv {
  AI_PROVIDER: AiProviderName;
  AI_BASE_URL?: string;
  AI_MODEL?: string;
  TRANSLATE_PROVIDER: TranslatorName;
  TRANSLATE_BASE_URL?: string;
  TRANSLATE_API_KEY?: string;
}

/** Returns what the settings of the providers lack, one sentence for each setting. */
export function providerProblems(env: ProviderEnv): readonly string[] {
  const needs: [boolean, keyof ProviderEnv, string][] = [
    [env.AI_PROVIDER === 'openai', 'AI_BASE_URL', 'AI_PROVIDER=openai'],
    [env.AI_PROVIDER === 'openai', 'AI_MODEL', 'AI_PROVIDER=openai'],
    [env.TRANSLATE_PROVIDER === 'libretranslate', 'TRANSLATE_BASE_URL', 'TRANSLATE_PROVIDER=libretranslate'],
    [
      ['deepl', 'google', 'azure'].includes(env.TRANSLATE_PROVIDER),
      'TRANSLATE_API_KEY',
      `TRANSLATE_PROVIDER=${env.TRANSLATE_PROVIDER}`,
    ],
  ];
  const missing = needs.filter(([needed, name]) => needed && !env[name]);
  const problems = missing.map(([, name, cause]) => `${name} is not set, and ${cause} needs it`);
  if (env.TRANSLATE_PROVIDER === 'llm' && env.AI_PROVIDER !== 'openai') {
    problems.push('TRANSLATE_PROVIDER=llm needs AI_PROVIDER=openai');
  }
  return problems;
}
