import type { TranslatorDialect } from './translator-stand-in.suite';

const MAX_TEXTS = 50;
const MAX_BODY = 128 * 1024;

/** The text translation API of DeepL. */
export const DEEPL: TranslatorDialect = {
  name: 'deepl',
  path: '/v2/translate',
  read: (request) => {
    const { text, target_lang } = request.json<{ text: string[]; target_lang: string }>();
    const key = /^DeepL-Auth-Key (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
    return { texts: text, target: target_lang, source: null, key };
  },
  body: (texts) => ({ translations: texts.map((text) => ({ detected_source_language: 'DE', text })) }),
  refusal: ({ texts, target }, { body }) => {
    if (body.length > MAX_BODY) return { status: 413, body: { message: 'Request Entity Too Large' } };
    if (texts.length > MAX_TEXTS) return { status: 400, body: { message: 'Too many texts' } };
    const isVariant = !['EN', 'PT', 'ZH', 'XX'].includes(target) && /^[A-Z]{2}(-[A-Z]{2,4})?$/.test(target);
    return isVariant ? null : { status: 400, body: { message: "Value for 'target_lang' not supported." } };
  },
  wrongKey: { status: 403, body: 'Forbidden' },
  quota: { status: 456, body: { message: 'Quota exceeded' } },
};
