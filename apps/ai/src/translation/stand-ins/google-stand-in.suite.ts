import type { TranslatorDialect } from './translator-stand-in.suite';

const MAX_TEXTS = 128;

/** Cloud Translation Basic. Unless plain text is requested, it escapes its answers. */
export const GOOGLE: TranslatorDialect = {
  name: 'google',
  path: '/language/translate/v2',
  read: (request) => {
    const { q, target, source } = request.json<{ q: string[]; target: string; source?: string }>();
    const key = request.headers['x-goog-api-key'];
    return { texts: q, target, source: source ?? null, key: typeof key === 'string' ? key : null };
  },
  body: (texts) => ({
    data: {
      translations: texts.map((translatedText) => ({ translatedText, detectedSourceLanguage: 'de' })),
    },
  }),
  refusal: ({ texts, target }, request) => {
    const isText = request.json<{ format?: string }>().format === 'text';
    if (isText && texts.length <= MAX_TEXTS && target !== 'xx') return null;
    return { status: 400, body: error(400, 'Invalid Value', { status: 'INVALID_ARGUMENT' }) };
  },
  wrongKey: {
    status: 400,
    body: error(400, 'API key not valid.', {
      status: 'INVALID_ARGUMENT',
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
    }),
  },
  quota: {
    status: 403,
    body: error(403, 'Daily Limit Exceeded', {
      errors: [{ domain: 'usageLimits', reason: 'dailyLimitExceeded', message: 'Daily Limit Exceeded' }],
    }),
  },
};

function error(code: number, message: string, details: object): object {
  return { error: { code, message, ...details } };
}
