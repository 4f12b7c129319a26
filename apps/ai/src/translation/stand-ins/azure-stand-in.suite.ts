import type { TranslatorDialect } from './translator-stand-in.suite';

const MAX_TEXTS = 1_000;
const MAX_CHARACTERS = 50_000;

/** Azure AI Translator, version 3. */
export const AZURE: TranslatorDialect = {
  name: 'azure',
  path: '/translate',
  read: (request) => {
    const key = request.headers['ocp-apim-subscription-key'];
    return {
      texts: request.json<{ Text: string }[]>().map(({ Text: text }) => text),
      target: request.query.get('to') ?? '',
      source: request.query.get('from'),
      key: typeof key === 'string' ? key : null,
    };
  },
  body: (texts, { target }) =>
    texts.map((text) => ({
      detectedLanguage: { language: 'de', score: 1 },
      translations: [{ text, to: target }],
    })),
  refusal: ({ texts, target }, { query, headers }) => {
    const isPlain = query.get('api-version') === '3.0' && query.get('textType') === 'plain';
    if (!isPlain)
      return { status: 400, body: error(400021, 'The API version parameter is missing or invalid.') };
    if (headers['ocp-apim-subscription-region'] !== 'westeurope') return AZURE.wrongKey;
    if (target === 'xx') return { status: 400, body: error(400036, 'The target language is not valid.') };
    const isLarge = texts.length > MAX_TEXTS || texts.join('').length > MAX_CHARACTERS;
    return isLarge
      ? { status: 400, body: error(400077, 'The maximum request size has been exceeded.') }
      : null;
  },
  wrongKey: {
    status: 401,
    body: error(401000, 'The request is not authorized because credentials are missing or invalid.'),
  },
  quota: {
    status: 403,
    body: error(403001, 'The operation is not allowed because the subscription has exceeded its free quota.'),
  },
};

function error(code: number, message: string): object {
  return { error: { code, message } };
}
