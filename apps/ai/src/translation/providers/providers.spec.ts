import { azure } from './azure';
import { deepl } from './deepl';
import { google } from './google';
import { codeOf, primaryOf } from './language-codes';
import { libretranslate } from './libretranslate';
import type { TranslationOutcome, TranslatorAdapter, TranslatorConnection } from './translator';

const KEYED: TranslatorConnection = { baseUrl: null, apiKey: 'secret', region: null };
const TWO = { texts: ['Hallo', 'Tschüss'], target: 'fr', source: null };

function outcomeOf(
  adapter: TranslatorAdapter,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const reply = { status, header: (name: string) => headers[name] ?? null, text: () => text };
  return adapter.outcome(reply, 2);
}

function bodyOf(
  adapter: TranslatorAdapter,
  target: string,
  source: string | null = null,
): Record<string, unknown> {
  const { url, body } = adapter.request({ ...KEYED, baseUrl: 'http://own.test' }, { ...TWO, target, source });
  return { to: new URL(url).searchParams.get('to'), ...(JSON.parse(body) as object) };
}

const googleError = (status: number, error: object) =>
  [status, { error: { code: status, ...error } }] as const;

describe('The adapter of', () => {
  it('deepl sends the texts as plain text to the host of the key’s plan', () => {
    const { url, headers, body } = deepl.request(KEYED, TWO);
    expect(url).toBe('https://api.deepl.com/v2/translate');
    expect(headers['authorization']).toBe('DeepL-Auth-Key secret');
    expect(JSON.parse(body)).toEqual({
      text: ['Hallo', 'Tschüss'],
      target_lang: 'FR',
      split_sentences: '1',
      preserve_formatting: true,
    });
    expect(deepl.request({ ...KEYED, apiKey: 'secret:fx' }, TWO).url).toBe(
      'https://api-free.deepl.com/v2/translate',
    );
  });

  it('google sends the key in a header and never in the URL', () => {
    const { url, headers, body } = google.request(KEYED, TWO);
    expect(url).toBe('https://translation.googleapis.com/language/translate/v2');
    expect(headers['x-goog-api-key']).toBe('secret');
    expect(JSON.parse(body)).toEqual({ q: ['Hallo', 'Tschüss'], target: 'fr', format: 'text' });
  });

  it('azure sends the key, and the region of a resource that has one', () => {
    const { url, headers, body } = azure.request({ ...KEYED, region: 'westeurope' }, TWO);
    expect(url).toBe(
      'https://api.cognitive.microsofttranslator.com/translate?api-version=3.0&to=fr&textType=plain',
    );
    expect(headers).toMatchObject({
      'ocp-apim-subscription-key': 'secret',
      'ocp-apim-subscription-region': 'westeurope',
    });
    expect(JSON.parse(body)).toEqual([{ Text: 'Hallo' }, { Text: 'Tschüss' }]);
    expect(azure.request(KEYED, TWO).headers).not.toHaveProperty('ocp-apim-subscription-region');
  });

  it('libretranslate sends the language, and the key only if there is one', () => {
    const own = { baseUrl: 'http://libretranslate:5000', apiKey: null, region: null };
    const { url, body } = libretranslate.request(own, { ...TWO, source: 'de' });
    expect(url).toBe('http://libretranslate:5000/translate');
    expect(JSON.parse(body)).toEqual({
      q: ['Hallo', 'Tschüss'],
      source: 'de',
      target: 'fr',
      format: 'text',
    });
    const keyed = libretranslate.request({ ...own, apiKey: 'secret' }, TWO);
    expect(JSON.parse(keyed.body)).toMatchObject({ source: 'auto', api_key: 'secret' });
  });

  it.each([
    ['en', 'EN-US', 'en', 'en', 'en'],
    ['en-GB', 'EN-GB', 'en', 'en', 'en'],
    ['en-AU', 'EN-US', 'en', 'en', 'en'],
    ['pt', 'PT-BR', 'pt', 'pt', 'pt'],
    ['pt-BR', 'PT-BR', 'pt', 'pt', 'pt'],
    ['pt-PT', 'PT-PT', 'pt-PT', 'pt-pt', 'pt'],
    ['zh', 'ZH-HANS', 'zh-CN', 'zh-Hans', 'zh'],
    ['zh-CN', 'ZH-HANS', 'zh-CN', 'zh-Hans', 'zh'],
    ['zh-TW', 'ZH-HANT', 'zh-TW', 'zh-Hant', 'zt'],
    ['zh-HK', 'ZH-HANT', 'zh-TW', 'zh-Hant', 'zt'],
    ['no', 'NB', 'no', 'nb', 'nb'],
    ['nb', 'NB', 'no', 'nb', 'nb'],
    ['he', 'HE', 'he', 'he', 'he'],
    ['iw', 'HE', 'he', 'he', 'he'],
    ['fr-CA', 'FR', 'fr-CA', 'fr-ca', 'fr'],
    ['sr', 'SR', 'sr', 'sr-Latn', 'sr'],
  ])('each translator names %s in its own way', (target, ofDeepl, ofGoogle, ofAzure, ofLibre) => {
    expect([
      bodyOf(deepl, target)['target_lang'],
      bodyOf(google, target)['target'],
      bodyOf(azure, target)['to'],
      bodyOf(libretranslate, target)['target'],
    ]).toEqual([ofDeepl, ofGoogle, ofAzure, ofLibre]);
  });

  it.each<[string, TranslatorAdapter, unknown]>([
    ['deepl', deepl, { translations: [{ detected_source_language: 'DE', text: 'A' }, { text: 'B' }] }],
    ['google', google, { data: { translations: [{ translatedText: 'A' }, { translatedText: 'B' }] } }],
    ['azure', azure, [{ translations: [{ text: 'A', to: 'fr' }] }, { translations: [{ text: 'B' }] }]],
    ['libretranslate', libretranslate, { translatedText: ['A', 'B'], detectedLanguage: [] }],
  ])('%s reads the translations', (_name, adapter, body) => {
    expect(outcomeOf(adapter, 200, body)).toEqual({ kind: 'translated', texts: ['A', 'B'] });
  });

  it.each<[string, TranslatorAdapter, unknown]>([
    ['deepl too few texts', deepl, { translations: [{ text: 'A' }] }],
    ['deepl too many texts', deepl, { translations: [{ text: 'A' }, { text: 'B' }, { text: 'C' }] }],
    ['deepl a null among them', deepl, { translations: [{ text: 'A' }, null] }],
    ['deepl a number among them', deepl, { translations: [{ text: 'A' }, { text: 2 }] }],
    ['deepl no list', deepl, { translations: { length: 2 } }],
    ['deepl no JSON', deepl, '<html>'],
    ['google null', google, null],
    ['google no data', google, { translations: [] }],
    ['google a null text', google, { data: { translations: [{ translatedText: null }, {}] } }],
    ['azure an empty list of translations', azure, [{ translations: [] }, { translations: [{ text: 'B' }] }]],
    ['azure two translations of one text', azure, [{ translations: [{ text: 'A' }, { text: 'a' }] }, {}]],
    ['azure an object', azure, { translations: [{ text: 'A' }] }],
    ['libretranslate one string', libretranslate, { translatedText: 'A B' }],
    ['libretranslate an error with status 200', libretranslate, { error: 'no' }],
  ])('%s cannot be used', (_what, adapter, body) => {
    expect(outcomeOf(adapter, 200, body)).toMatchObject({ kind: 'unusable' });
  });

  it.each<[string, TranslatorAdapter, readonly [number, unknown], TranslationOutcome['kind']]>([
    ['deepl says quota with 456', deepl, [456, { message: 'Quota exceeded' }], 'quota'],
    ['deepl is rejected with 403', deepl, [403, ''], 'rejected'],
    ['deepl is busy with 529', deepl, [529, ''], 'busy'],
    ['deepl refuses what is too large with 413', deepl, [413, ''], 'refused'],
    [
      'google says quota for its daily limit',
      google,
      googleError(403, { errors: [{ reason: 'dailyLimitExceeded' }] }),
      'quota',
    ],
    [
      'google is busy for its rate limit',
      google,
      googleError(403, { errors: [{ reason: 'userRateLimitExceeded' }] }),
      'busy',
    ],
    ['google is rejected if the API is not enabled', google, googleError(403, { errors: [] }), 'rejected'],
    [
      'google is rejected for a key that does not exist',
      google,
      googleError(400, { details: [{ reason: 'API_KEY_INVALID' }] }),
      'rejected',
    ],
    ['google refuses another bad request', google, googleError(400, {}), 'refused'],
    ['azure says quota for 403001', azure, [403, { error: { code: 403001 } }], 'quota'],
    ['azure is rejected for another 403', azure, [403, { error: { code: 403000 } }], 'rejected'],
    ['azure is rejected with 401', azure, [401, { error: { code: 401000 } }], 'rejected'],
    [
      'libretranslate is rejected for a wrong key',
      libretranslate,
      [403, { error: 'Invalid API key' }],
      'rejected',
    ],
    ['libretranslate refuses an unknown language', libretranslate, [400, { error: 'xx' }], 'refused'],
    ['libretranslate is busy with 500', libretranslate, [500, { error: 'Cannot translate' }], 'busy'],
    ['libretranslate is rejected at a wrong address', libretranslate, [404, ''], 'rejected'],
    ['libretranslate is rejected if it redirects', libretranslate, [302, ''], 'rejected'],
  ])('%s', (_what, adapter, [status, body], kind) => {
    expect(outcomeOf(adapter, status, body)).toMatchObject({ kind });
  });

  it.each<[string, number | null]>([
    ['2', 2_000],
    ['99999999', null],
    ['-1', null],
    ['Wed, 21 Oct 2026 07:28:30 GMT', 30_000],
    ['Wed, 21 Oct 2026 07:27:59 GMT', 0],
    ['Sun, 21 Oct 2035 07:28:00 GMT', 86_400_000],
    ['in May', null],
  ])('any translator with Retry-After %j waits %p ms', (value, retryAfterMs) => {
    const headers = { 'retry-after': value, date: 'Wed, 21 Oct 2026 07:28:00 GMT' };
    expect(outcomeOf(deepl, 429, '', headers)).toMatchObject({ kind: 'busy', retryAfterMs });
  });

  it('any translator that names a date, and not the present one, waits as if it named none', () => {
    const headers = { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT' };
    expect(outcomeOf(deepl, 429, '', headers)).toMatchObject({ kind: 'busy', retryAfterMs: null });
  });

  it('any translator never repeats what the translator says, which could contain a text', () => {
    const outcome = outcomeOf(libretranslate, 400, { error: 'Hallo is bad' });
    expect(JSON.stringify(outcome)).not.toContain('Hallo');
  });
});

describe('The code of a language', () => {
  it.each(['constructor', '__proto__', 'valueOf'])(
    'is the text itself for %s, which every object inherits',
    (tag) => {
      const primary = tag === '__proto__' ? '' : tag.toLowerCase();
      expect([primaryOf(tag), codeOf(tag, {})]).toEqual([primary, primary]);
    },
  );
});
