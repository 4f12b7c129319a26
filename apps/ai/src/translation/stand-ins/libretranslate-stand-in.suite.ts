import type { TranslatorDialect } from './translator-stand-in.suite';

const LANGUAGES = [
  'auto',
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'it',
  'ja',
  'nb',
  'nl',
  'pl',
  'pt',
  'ru',
  'zh',
  'zt',
];

/** LibreTranslate. It detects one language for all texts of a request. */
export const LIBRETRANSLATE: TranslatorDialect = {
  name: 'libretranslate',
  path: '/translate',
  read: (request) => {
    const { q, source, target, api_key } = request.json<Record<string, string> & { q: string[] }>();
    const detects = source === undefined || source === 'auto';
    return { texts: q, target: target ?? '', source: detects ? null : source, key: api_key ?? null };
  },
  body: (translatedText, { source }) =>
    source === null
      ? { translatedText, detectedLanguage: translatedText.map(() => ({ language: 'de', confidence: 90 })) }
      : { translatedText },
  refusal: ({ source, target }, request) => {
    if (request.json<{ format?: string }>().format !== 'text')
      return { status: 400, body: { error: 'format' } };
    const unknown = [source ?? 'auto', target].find((language) => !LANGUAGES.includes(language));
    return unknown === undefined ? null : { status: 400, body: { error: `${unknown} is not supported` } };
  },
  wrongKey: { status: 403, body: { error: 'Invalid API key' } },
  quota: null,
};
