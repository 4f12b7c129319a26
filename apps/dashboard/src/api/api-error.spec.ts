import { PlauditError } from '@plaudit/client';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '../i18n/languages';
import { readTexts } from '../i18n/value-types';
import { shownError, shownFault, speakOfErrorsWith } from './api-error';

interface Failure {
  msg: string;
  code: string;
  field?: string;
}

const refusal = (status: number, body: Partial<Failure> = {}): PlauditError =>
  PlauditError.of(
    new Response(null, { status }),
    { success: false, msg: 'Not now.', code: 'rate_limited', request_id: 'r-7', ...body },
    null,
  );

/** Shows errors as a person with the language sees them. */
function speak(language: string): void {
  const texts = readTexts(language, 'errors');
  speakOfErrorsWith({
    isTranslation: language !== 'en',
    of: (code) => (texts[code] as string | undefined) ?? null,
  });
}

/** The documented examples of all errors, with their status. */
function documented(): (readonly [number, Failure])[] {
  const file = join(__dirname, '../../../../docs/openapi.json');
  const found = new Map<string, readonly [number, Failure]>();
  const walk = (value: unknown, status: number): void => {
    if (typeof value !== 'object' || value === null) return;
    const { success, code, msg } = value as Partial<Failure> & { success?: unknown };
    if (success === false && code && msg) found.set(`${code} ${msg}`, [status, value as Failure]);
    for (const [key, part] of Object.entries(value))
      walk(part, /^[45]\d\d$/.test(key) ? Number(key) : status);
  };
  walk(JSON.parse(readFileSync(file, 'utf8')), 400);
  return [...found.values()];
}

const FOR_PROGRAMS = /[A-Za-z\d]_[A-Za-z\d]|\[\d+\]|\b(?:GET|POST|PUT|PATCH|DELETE) \/|`|undefined/;
/** Without what people type: quoted values and variables of templates. */
const spoken = (msg: string | null): string => (msg ?? '').replace(/"[^"]*"|\{\{\w+\}\}|\(r-\w+\)/g, '');

beforeEach(() => speak('en'));

describe('shownError', () => {
  it('writes the id of the request behind the words of a fault of the server', () => {
    expect(shownError(refusal(503))).toMatchObject({ msg: 'Not now. (r-7)', requestId: null });
  });

  it('keeps the id apart from the words of another refusal', () => {
    expect(shownError(refusal(409))).toMatchObject({ msg: 'Not now.', requestId: 'r-7' });
  });

  it('has no words for a request without a response', () => {
    expect(shownError(new TypeError('fetch failed'))).toMatchObject({ msg: null, requestId: null });
  });

  it('has a sentence of its own for a page of a proxy and for a fault without details', () => {
    const proxy = PlauditError.of(
      new Response(null, { status: 502, statusText: 'Bad Gateway' }),
      '<html>',
      null,
    );
    expect(shownError(proxy).msg).toMatch(/^The server has a fault\. Nothing that you entered is lost/);
    const fault = refusal(500, { code: 'internal_error', msg: 'Quote the request_id.' });
    expect(shownError(fault).msg).toMatch(/^Something went wrong on the server\..*\(r-7\)$/);
  });

  it('has a sentence of its own if the message names only the settings of the operator', () => {
    const msg = 'GOOGLE_PLACES_API_KEY is not set.';
    expect(shownError(refusal(400, { code: 'invalid_setting', msg })).msg).toMatch(
      /^The server does not accept this/,
    );
    expect(shownError(refusal(402, { code: 'plan_feature_missing', msg })).msg).toMatch(/Ask your operator/);
  });

  it('speaks the language of the person where it has a sentence, and else shows the message', () => {
    speak('de');
    expect(shownError(refusal(429)).msg).toMatch(/^Das waren zu viele Anfragen/);
    const msg = 'name is already the name of a list.';
    expect(shownError(refusal(400, { code: 'invalid_value', msg, field: 'name' })).msg).toBe(
      'Name is already the name of a list.',
    );
  });

  it('reads the examples of all codes', () => {
    expect(new Set(documented().map(([, { code }]) => code)).size).toBeGreaterThan(60);
  });

  it.each(LANGUAGES)(
    'shows nothing that only programs understand, for every documented error in %s',
    (language) => {
      speak(language);
      const shown = documented().map(([status, body]) => shownError(refusal(status, body)).msg);
      expect(shown.filter((msg) => spoken(msg).trim() === '' || FOR_PROGRAMS.test(spoken(msg)))).toEqual([]);
      const texts = Object.values(readTexts(language, 'errors')).map(String);
      expect(texts.filter((text) => FOR_PROGRAMS.test(text))).toEqual([]);
    },
  );
});

describe('shownFault', () => {
  const fault = { code: 'invalid_recipient', field: 'recipient', msg: 'recipient must be one phone number.' };

  it('speaks of an item of a bulk in the language of the person', () => {
    expect(shownFault(fault)).toBe('Recipient must be one phone number.');
    speak('de');
    expect(shownFault(fault)).toMatch(/^Das ist weder eine E-Mail-Adresse/);
  });
});
