import { type LlmStandIn, startLlmStandIn } from '../llm/stand-in/llm-stand-in.suite';
import { AZURE } from './stand-ins/azure-stand-in.suite';
import { DEEPL } from './stand-ins/deepl-stand-in.suite';
import { GOOGLE } from './stand-ins/google-stand-in.suite';
import { LIBRETRANSLATE } from './stand-ins/libretranslate-stand-in.suite';
import {
  KEY,
  standInTranslation,
  startTranslatorStandIn,
  type TranslatorBehaviour,
  type TranslatorDialect,
  type TranslatorStandIn,
} from './stand-ins/translator-stand-in.suite';
import { type TranslatingAccount, TranslationWorld } from './translation-world.suite';

const DIALECTS = [DEEPL, GOOGLE, AZURE, LIBRETRANSLATE].map((dialect) => [dialect.name, dialect] as const);
const GERMAN = ['Guten Tag, das Zimmer war sehr schön.', 'Das Frühstück war leider nicht gut.'];
const TRANSLATED = GERMAN.map(standInTranslation);
const FAILED = GERMAN.map(() => '<failed>');

let ai: TranslationWorld;
const open: (TranslatorStandIn | LlmStandIn)[] = [];

beforeAll(async () => (ai = await TranslationWorld.start()));
afterEach(async () => {
  for (const standIn of open.splice(0)) await standIn.close();
});
afterAll(() => ai.close());

/** Every test has a server of its own, because the circuit breaker of an origin outlives a test. */
async function start(
  dialect: TranslatorDialect,
  ...behaviours: TranslatorBehaviour[]
): Promise<{ account: TranslatingAccount; standIn: TranslatorStandIn }> {
  const standIn = await startTranslatorStandIn(dialect);
  open.push(standIn);
  standIn.behave(...behaviours);
  return { account: await ai.account(standIn), standIn };
}

describe.each(DIALECTS)('The translator %s', (name, dialect) => {
  it('translates texts in one language in one request', async () => {
    const { account, standIn } = await start(dialect);
    const { body } = await account.request(GERMAN);
    expect(body).toEqual({
      provider: name,
      translations: TRANSLATED.map((text) => ({ text, gap: null })),
    });
    expect(standIn.sent().map(({ texts }) => texts)).toEqual([GERMAN]);
  });

  it('is not asked for a minute after it refused the key', async () => {
    const { standIn } = await start(dialect);
    const account = await ai.accountWith({ name, url: standIn.url, key: 'wrong' });
    expect(await account.translate(GERMAN)).toEqual(FAILED);
    expect(await account.translate(GERMAN)).toEqual(FAILED);
    expect(standIn.requests).toHaveLength(1);
    ai.clock.advance(61_000);
    expect(await account.translate(GERMAN)).toEqual(FAILED);
    expect(standIn.requests).toHaveLength(2);
    expect(await account.used()).toBe(0);
  });

  it('gets a second chance if it was busy', async () => {
    const { account, standIn } = await start(dialect, 'busy', 'good');
    expect(await account.translate(GERMAN)).toEqual(TRANSLATED);
    expect(standIn.requests).toHaveLength(2);
    expect(await account.used()).toBe(GERMAN.join('').length);
  });

  it.each<TranslatorBehaviour>([
    'noJson',
    'wrongShape',
    'huge',
    'oneMissing',
    'oneTooMany',
    'nulls',
    'numbers',
    'empty',
    'endless',
  ])('gives no translation of the batch if it answers with %s', async (fault) => {
    const { account, standIn } = await start(dialect, fault);
    expect(await account.translate(GERMAN)).toEqual(FAILED);
    expect(standIn.requests).toHaveLength(1);
    expect(await account.stored()).toEqual([]);
  });

  it('has the escapes of its answer removed', async () => {
    const { account } = await start(dialect, 'escaped');
    const text = `Das war "gut", sagt der Chef, und das ist's auch.`;
    expect(await account.translate([text])).toEqual([standInTranslation(text)]);
  });

  it('fails for a language that it does not know', async () => {
    const { account } = await start(dialect);
    expect(await account.translate(GERMAN, 'xx')).toEqual(FAILED);
  });

  it('says in the test of the settings what came back', async () => {
    const { account, standIn } = await start(dialect);
    const tested = { provider: name, ok: true, result: 'olleH', error: null };
    expect(await account.test()).toMatchObject({ status: 200, body: tested });
    expect(standIn.sent()).toMatchObject([{ texts: ['Hello'], key: KEY }]);
    const wrong = await ai.accountWith({ name, url: standIn.url, key: 'wrong' });
    const refused = {
      ok: false,
      result: null,
      error: expect.stringContaining('did not accept the key') as string,
    };
    expect(await wrong.test()).toMatchObject({ status: 200, body: refused });
    standIn.behave('empty');
    const empty = { ok: false, result: null, error: 'The translator returned an empty text.' };
    expect(await account.test()).toMatchObject({ status: 200, body: empty });
  });

  it('is unavailable if nothing listens at its address', async () => {
    const { account, standIn } = await start(dialect);
    await standIn.close();
    expect(await account.translate(GERMAN)).toEqual(GERMAN.map(() => '<unavailable>'));
    expect(await account.used()).toBe(0);
  });
});

describe('A translator', () => {
  it.each<TranslatorBehaviour>(['busyForASecond', 'broken', 'unavailable', 'drop', 'dropInBody'])(
    'gets a second chance after the fault %s',
    async (fault) => {
      const { account, standIn } = await start(DEEPL, fault, 'good');
      expect(await account.translate(GERMAN)).toEqual(TRANSLATED);
      expect(standIn.requests).toHaveLength(2);
      expect(await account.used()).toBe(GERMAN.join('').length);
    },
  );

  it.each<[TranslatorBehaviour, number]>([
    ['busy', 2],
    ['broken', 2],
    ['busyForAMinute', 1],
    ['badRequest', 1],
    ['redirect', 1],
  ])('translates nothing with the fault %s, after %i requests and for free', async (fault, requests) => {
    const { account, standIn } = await start(DEEPL, fault);
    expect(await account.translate(GERMAN)).toEqual(FAILED);
    expect(standIn.requests).toHaveLength(requests);
    expect(await account.used()).toBe(0);
    expect(await account.stored()).toEqual([]);
  });

  it('is left alone for as long as it asks for', async () => {
    const { account, standIn } = await start(DEEPL, 'busyForAMinute', 'good');
    await account.translate(GERMAN);
    ai.clock.advance(59_000);
    expect(await account.translate(GERMAN)).toEqual(FAILED);
    expect(standIn.requests).toHaveLength(1);
    ai.clock.advance(2_000);
    expect(await account.translate(GERMAN)).toEqual(TRANSLATED);
  });

  it('that never answers leaves the originals in 7.5 s, before the reviews service gives up', async () => {
    const { account } = await start(DEEPL, 'hang');
    const since = Date.now();
    expect(await account.translate(GERMAN)).toEqual(FAILED);
    const waited = Date.now() - since;
    expect(waited).toBeGreaterThanOrEqual(7_400);
    // The translator itself would have 25 s.
    expect(waited).toBeLessThan(20_000);
  });

  it('is unavailable at an address that is refused, without a request', async () => {
    const account = await ai.accountWith({ name: 'deepl', url: 'http://10.0.0.1' });
    expect(await account.translate(GERMAN)).toEqual(GERMAN.map(() => '<unavailable>'));
  });

  it('gets as many texts as one request may have, and each answer reaches its text', async () => {
    const { account, standIn } = await start(DEEPL);
    const texts = Array.from(
      { length: 100 },
      (_, n) => `Wort ${'abcdefghij'[n % 10]}${'klmnopqrst'[Math.floor(n / 10)]}`,
    );
    expect(await account.translate(texts)).toEqual(texts.map(standInTranslation));
    expect(standIn.sent().map((sent) => sent.texts.length)).toEqual([50, 50]);
  });

  it('gets no more bytes than one request may have', async () => {
    const { account, standIn } = await start(DEEPL);
    const texts = Array.from({ length: 20 }, (_, n) => 'ж'.repeat(4_000 + n));
    expect(await account.translate(texts)).toEqual(texts);
    const counts = standIn.sent().map((sent) => sent.texts.length);
    expect(counts.toSorted((a, b) => b - a)).toEqual([14, 6]);
  });

  it('of which one request fails translates the texts of the others', async () => {
    const { account } = await start(DEEPL, ({ texts, answer }) =>
      texts.length < 50 ? answer(texts) : { status: 400 },
    );
    const texts = Array.from(
      { length: 60 },
      (_, n) => `Wort${'abcdefghij'[n % 10]}${'klmnopqrst'[Math.floor(n / 10)]}`,
    );
    const expected = texts.map((text, n) => (n < 50 ? '<failed>' : text));
    expect(await account.translate(texts)).toEqual(expected);
  });

  it('that knows one language per request gets a request for each, and unknown ones alone', async () => {
    const { account, standIn } = await start(LIBRETRANSLATE);
    const french = 'La chambre était très propre et le personnel gentil.';
    await account.translate([...GERMAN, french, 'Top', 'Super'], 'es');
    const sent = standIn.sent().map(({ source, texts }) => [source, texts] as const);
    expect(new Set(sent.map((one) => JSON.stringify(one)))).toEqual(
      new Set(
        [
          ['de', GERMAN],
          ['fr', [french]],
          [null, ['Top']],
          [null, ['Super']],
        ].map((one) => JSON.stringify(one)),
      ),
    );
  });

  it('is never logged with its key or a text', async () => {
    const { account } = await start(DEEPL, 'broken');
    await account.translate(GERMAN);
    const lines = JSON.stringify(ai.world.logs.lines);
    expect(lines).toContain('A translator did not translate');
    for (const secret of [KEY, 'Guten Tag', 'Frühstück']) expect(lines).not.toContain(secret);
  });
});

describe('The translator llm', () => {
  async function startModel(): Promise<{ account: TranslatingAccount; model: LlmStandIn }> {
    const model = await startLlmStandIn();
    open.push(model);
    const account = await ai.accountWith({ name: 'llm', url: null });
    await ai.world.admin.query(
      "update ai.provider_settings set ai_provider = 'openai', ai_base_url = $2, ai_model = 'm' where account_id = $1",
      [account.id, model.baseUrl],
    );
    return { account, model };
  }

  it('translates with the model that writes for the account', async () => {
    const { account, model } = await startModel();
    const { body } = await account.request(['Guten Tag', 'Gut 😀 hier']);
    expect(body).toEqual({
      provider: 'llm',
      translations: ['netuG gaT', 'tuG 😀 reih'].map((text) => ({ text, gap: null })),
    });
    expect(model.requests).toHaveLength(1);
    await account.translate(['Guten Tag']);
    expect(model.requests).toHaveLength(1);
  });

  it.each(['unauthorised', 'server_error', 'prose'] as const)(
    'gives no translation with the fault %s',
    async (fault) => {
      const { account, model } = await startModel();
      model.behave(fault);
      expect(await account.translate(GERMAN)).toEqual(FAILED);
    },
  );
});
