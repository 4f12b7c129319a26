import {
  buildPublicPrincipal,
  administer,
  buildEvent,
  buildReview,
  eventually,
  HttpClient,
} from '@plaudit/testing';
import { reviewCreated, reviewDeleted, reviewUpdated } from '@plaudit/contracts';
import { createDataSource, Database } from '@plaudit/database';
import { startServices } from '@plaudit/runtime';
import { DEEPL } from './stand-ins/deepl-stand-in.suite';
import {
  standInTranslation,
  startTranslatorStandIn,
  type TranslatorStandIn,
  KEY,
  type TranslatorBehaviour,
  type TranslatorDialect,
} from './stand-ins/translator-stand-in.suite';
import { type TranslatingAccount, TranslationWorld } from './translation-world.suite';
import { type LlmStandIn, startLlmStandIn } from '../llm/stand-in/llm-stand-in.suite';
import { AZURE } from './stand-ins/azure-stand-in.suite';
import { GOOGLE } from './stand-ins/google-stand-in.suite';
import { LIBRETRANSLATE } from './stand-ins/libretranslate-stand-in.suite';
import { TranslatorPausesRepository } from './budget/translator-pauses.repository';
import { TranslationsRepository } from './cache/translations.repository';

const text = { text: 'Guten Tag', language: 'de' };

let ai: TranslationWorld;

beforeAll(async () => (ai = await TranslationWorld.start()));

afterAll(() => ai.close());

describe('POST /internal/translations', () => {
  let deepl: TranslatorStandIn;
  let account: TranslatingAccount;

  beforeAll(async () => (deepl = await startTranslatorStandIn(DEEPL)));
  beforeEach(async () => {
    deepl.reset();
    account = await ai.account(deepl);
  });
  afterAll(() => deepl.close());

  const post = (body: unknown) => ai.world.as().post('ai', '/internal/translations', { body });
  const sentTexts = () => deepl.sent().map(({ texts }) => texts);

  it('reports every text as unavailable without a translator', async () => {
    const unavailable = { text: null, gap: 'unavailable' };
    expect(await post({ language: 'pt-BR', texts: [text, { ...text, language: null }] })).toMatchObject({
      status: 200,
      body: { provider: null, translations: [unavailable, unavailable] },
    });
  });

  it('translates a page in one request, in order, and names the translator', async () => {
    const { status, body } = await account.request(['Guten Tag', 'Bonjour', 'Très bon accueil et service']);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        provider: 'deepl',
        translations: [
          { text: 'netuG gaT', gap: null },
          { text: 'ruojnoB', gap: null },
          { text: 'Très bon accueil et service', gap: null },
        ],
      },
    });
    expect(sentTexts()).toEqual([['Guten Tag', 'Bonjour']]);
  });

  it('returns a page of 25 stored translations without a request to the translator', async () => {
    const page = Array.from({ length: 25 }, (_, n) => `Das Zimmer Nummer ${n} war sehr sauber und ruhig.`);
    const first = await account.translate(page);
    deepl.reset();
    expect(await account.translate(page)).toEqual(first);
    expect(first).toEqual(page.map(standInTranslation));
    expect(deepl.requests).toEqual([]);
  });

  it('sends a text once that is on the page twice', async () => {
    expect(await account.translate(['Hallo', 'Welt', 'Hallo'])).toEqual(['ollaH', 'tleW', 'ollaH']);
    expect(sentTexts()).toEqual([['Hallo', 'Welt']]);
  });

  it('stores translations for one language and one account', async () => {
    await account.translate(['Hallo']);
    await account.translate(['Hallo'], 'es');
    await (await ai.account(deepl)).translate(['Hallo']);
    expect(deepl.sent().map(({ target }) => target)).toEqual(['FR', 'ES', 'FR']);
  });

  it('forgets translations that have expired', async () => {
    await account.translate(['Hallo']);
    await ai.world.admin.query('update ai.translations set expires_on = now() where account_id = $1', [
      account.id,
    ]);
    expect(await account.translate(['Hallo'])).toEqual(['ollaH']);
    expect(sentTexts()).toEqual([['Hallo'], ['Hallo']]);
    expect(await account.stored()).toEqual(['ollaH']);
  });

  it.each([
    [
      'is in the language already',
      { text: 'Le personnel était très gentil avec nous.', language: null },
      'fr',
    ],
    ['is too short to tell but was stored with the language', { text: 'Super', language: 'fr-CA' }, 'fr'],
    ['is in the language without a region', { text: 'Super', language: 'pt' }, 'pt-BR'],
    ['has emoji only', { text: '😀👍', language: null }, 'fr'],
    ['has no words', { text: '10/10 !!!', language: 'de' }, 'fr'],
    ['is an address', { text: 'https://a.test/x', language: 'de' }, 'fr'],
    ['is empty', { text: '', language: null }, 'fr'],
  ])('returns a text unchanged that %s', async (_what, source, language) => {
    expect(await account.translate([source], language)).toEqual([source.text]);
    expect(deepl.requests).toEqual([]);
  });

  it('translates a text whose stored language is wrong, and one of another region', async () => {
    const texts = [
      { text: 'Das Personal war sehr freundlich und das Zimmer war sauber.', language: 'pt' },
      { text: 'Fixe', language: 'pt-PT' },
    ];
    expect(await account.translate(texts, 'pt-BR')).toEqual(texts.map((one) => standInTranslation(one.text)));
    expect(deepl.sent()[0]?.target).toBe('PT-BR');
  });

  it('keeps emoji, addresses, placeholders, tags and line breaks', async () => {
    const review = '👍 Gut 😀 hier!\n\n<b>Siehe</b> https://a.test/x?y=1\r\n{name}, %s: me@a.test 🎉';
    expect(await account.translate([review])).toEqual([
      '👍 tuG 😀 reih!\n\n<b>eheiS</b> https://a.test/x?y=1\r\n{name}, %s: me@a.test 🎉',
    ]);
    expect(sentTexts()).toEqual([['Gut {1} hier!\n{2}Siehe']]);
  });

  it.each(['markersLost', 'markersDoubled', 'linesJoined'] as const)(
    'translates the words between what is protected if the translator gets it wrong: %s',
    async (misbehaviour) => {
      deepl.behave(misbehaviour);
      expect(await account.translate(['Gut 😀 hier\nund {name} dort'])).toEqual([
        'tuG 😀 reih\ndnu {name} trod',
      ]);
      expect(sentTexts()[1]).toEqual(['Gut', 'hier', 'und', 'dort']);
    },
  );

  it('does not take a text apart that has very many pieces', async () => {
    deepl.behave('linesJoined');
    expect(await account.translate([Array.from({ length: 61 }, () => 'gut').join('\n'), 'Ja'])).toEqual([
      '<failed>',
      'aJ',
    ]);
    expect(deepl.requests).toHaveLength(1);
  });

  it('uses the account that visitors of a widget name, and no other for callers with an account', async () => {
    const body = { language: 'fr', texts: [text] };
    const visitor = ai.world.as(buildPublicPrincipal());
    const named = { ...body, account_id: account.id };
    expect(await visitor.post('ai', '/internal/translations', { body: named })).toMatchObject({
      status: 200,
      body: { provider: 'deepl', translations: [{ text: 'netuG gaT' }] },
    });
    expect(await visitor.post('ai', '/internal/translations', { body })).toMatchObject({
      status: 400,
      body: { field: 'account_id' },
    });
    expect(await post(named)).toMatchObject({ status: 404 });
    expect(await post({ ...body, account_id: 1 })).toMatchObject({ status: 200, body: { provider: null } });
  });

  it.each([
    ['language', { language: 'french', texts: [text] }],
    ['texts', { language: 'fr', texts: [] }],
    ['texts', { language: 'fr', texts: Array.from({ length: 101 }, () => text) }],
    ['texts[0].text', { language: 'fr', texts: [{ text: 'x'.repeat(5_001), language: null }] }],
    ['wait_ms', { language: 'fr', texts: [text], wait_ms: 8_001 }],
    ['account_id', { language: 'fr', texts: [text], account_id: 'x' }],
  ])('refuses an invalid %s', async (field, body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { field } });
  });

  it('refuses a request without a principal', async () => {
    const body = { language: 'fr', texts: [text] };
    expect(await ai.world.anonymous().post('ai', '/internal/translations', { body })).toMatchObject({
      status: 401,
    });
  });
});

const DIALECTS = [DEEPL, GOOGLE, AZURE, LIBRETRANSLATE].map((dialect) => [dialect.name, dialect] as const);

const GERMAN = ['Guten Tag, das Zimmer war sehr schön.', 'Das Frühstück war leider nicht gut.'];

const TRANSLATED = GERMAN.map(standInTranslation);

const FAILED = GERMAN.map(() => '<failed>');

const open: (TranslatorStandIn | LlmStandIn)[] = [];

describe('translators', () => {
  let hanging: TranslatorStandIn;

  /** What the translator that never answers leaves, and after how long. It is requested while the other tests run. */
  let left: Promise<{ texts: string[]; waited: number }>;

  beforeAll(async () => {
    hanging = await startTranslatorStandIn(DEEPL);
    hanging.behave('hang');
    const account = await ai.account(hanging);
    const since = Date.now();
    left = account.translate(GERMAN).then((texts) => ({ texts, waited: Date.now() - since }));
  });

  afterEach(async () => {
    for (const standIn of open.splice(0)) await standIn.close();
  });

  afterAll(() => hanging.close());

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

    it.each<[string, TranslatorBehaviour]>([
      ['asked to wait', 'busyForAMinute'],
      ['failed', 'broken'],
    ])('that %s for one account is asked for another one', async (_what, fault) => {
      const { account, standIn } = await start(DEEPL, fault);
      const texts = Array.from({ length: 5 }, (_, n) => `Guten Tag ${'abcde'[n]}`);
      for (const text of texts) await account.translate([text]);
      standIn.behave('good');
      expect(await account.translate(GERMAN)).not.toEqual(TRANSLATED);
      const other = await ai.account(standIn);
      expect(await other.translate(GERMAN)).toEqual(TRANSLATED);
    });

    it('that is slow for many texts of one account is asked for another one at once', async () => {
      const { account, standIn } = await start(DEEPL);
      const release = standIn.hold();
      const slow = Array.from({ length: 60 }, (_, n) => account.translate([`Guten Tag ${n}`], 'fr', 0));
      await Promise.all(slow);
      const other = await ai.account(standIn);
      await other.translate(['Bis morgen'], 'fr', 0);
      const arrived = (): boolean => standIn.sent().some(({ texts }) => texts.includes('Bis morgen'));
      await eventually(arrived, Boolean, 'the text of the other account');
      expect(standIn.requests.length).toBeLessThan(20);
      release();
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

  describe('A translator', () => {
    it('that never answers leaves the originals in 7.5 s, before the reviews service gives up', async () => {
      const { texts, waited } = await left;
      expect(texts).toEqual(FAILED);
      expect(waited).toBeGreaterThanOrEqual(7_400);
      // The translator itself would have 25 s.
      expect(waited).toBeLessThan(20_000);
    });
  });
});

describe('The characters of an account', () => {
  let deepl: TranslatorStandIn;

  beforeAll(async () => (deepl = await startTranslatorStandIn(DEEPL)));
  beforeEach(() => {
    deepl.reset();
    ai.clock.set('2026-03-10T12:00:00Z');
  });
  afterAll(() => deepl.close());

  it('are counted as code points of what is sent, and not for stored translations', async () => {
    const account = await ai.account(deepl);
    await account.translate(['Hallo 😀', '𝔊𝔲𝔱', '😀']);
    await account.translate(['Hallo 😀', '𝔊𝔲𝔱']);
    expect(deepl.sent().map(({ texts }) => texts)).toEqual([['Hallo', '𝔊𝔲𝔱']]);
    expect(await account.used()).toBe(8);
  });

  it('allow what fits into the month, and the next month allows more', async () => {
    const account = await ai.account(deepl, 12);
    expect(await account.translate(['Hallo', 'Willkommen', 'Abend', 'ja', 'so'])).toEqual([
      'ollaH',
      '<quota>',
      'dnebA',
      'aj',
      '<quota>',
    ]);
    expect(await account.used()).toBe(12);
    expect(await account.translate(['Hallo', 'so'])).toEqual(['ollaH', '<quota>']);
    expect(deepl.requests).toHaveLength(1);
    ai.clock.set('2026-04-01T00:00:00Z');
    expect(await account.translate(['so', 'Willkommen'])).toEqual(['os', 'nemmoklliW']);
    expect(await account.used()).toBe(12);
  });

  it('allow nothing with a limit of 0', async () => {
    const account = await ai.account(deepl, 0);
    expect(await account.translate(['Hallo'])).toEqual(['<quota>']);
    expect(deepl.requests).toEqual([]);
  });

  it('are never exceeded by requests at the same time', async () => {
    const account = await ai.account(deepl, 30);
    const texts = Array.from({ length: 20 }, (_, n) => `Wort${'abcdefghijklmnopqrst'[n]}`);
    const answers = await Promise.all(texts.map((text) => account.translate([text])));
    expect(answers.filter(([answer]) => answer !== '<quota>')).toHaveLength(6);
    expect(await account.used()).toBe(30);
  });

  it('are counted twice for a text that was translated whole and then in pieces', async () => {
    const account = await ai.account(deepl);
    deepl.behave('markersLost');
    await account.translate(['Gut 😀 hier']);
    expect(await account.used()).toBe('Gut {1} hier'.length + 'Guthier'.length);
  });

  it('keep those of an answer that cannot be used, because the translator has counted them', async () => {
    const account = await ai.account(deepl);
    deepl.behave('oneMissing');
    await account.translate(['Hallo', 'Welt']);
    expect(await account.used()).toBe(9);
  });

  it('are those of the service for accounts that chose nothing', async () => {
    const other = await TranslationWorld.start({
      TRANSLATE_PROVIDER: 'deepl',
      TRANSLATE_BASE_URL: deepl.url,
      TRANSLATE_API_KEY: 'key-of-the-spec',
      TRANSLATE_MONTHLY_CHARS: '5',
    });
    const body = {
      language: 'fr',
      texts: [
        { text: 'Hallo', language: null },
        { text: 'Welt', language: null },
      ],
    };
    for (const account_id of [1, 2]) {
      const { body: answer } = await other.world
        .as({ account_id })
        .post('ai', '/internal/translations', { body });
      expect(answer).toEqual({
        provider: 'deepl',
        translations: [
          { text: 'ollaH', gap: null },
          { text: null, gap: 'quota' },
        ],
      });
    }
    await other.close();
  });

  it.each([DEEPL, GOOGLE, AZURE].map((dialect) => [dialect.name, dialect] as const))(
    'end for the day when those of %s are used up, without further requests',
    async (_name, dialect) => {
      const standIn = await startTranslatorStandIn(dialect);
      const account = await ai.account(standIn);
      standIn.behave('quota', 'good');
      expect(await account.translate(['Hallo', 'Welt'])).toEqual(['<quota>', '<quota>']);
      ai.clock.set('2026-03-10T23:59:59Z');
      expect(await account.translate(['Hallo'])).toEqual(['<quota>']);
      expect(standIn.requests).toHaveLength(1);
      expect(await account.used()).toBe(0);
      // Another account may have a plan of its own.
      expect(await (await ai.account(standIn)).translate(['Hallo'])).toEqual(['ollaH']);
      ai.clock.set('2026-03-11T00:00:00Z');
      expect(await account.translate(['Hallo'])).toEqual([standInTranslation('Hallo')]);
      await standIn.close();
    },
  );
});

const texts = (count: number, word = 'Wort') =>
  Array.from(
    { length: count },
    (_, n) => `${word}${'abcdefghij'[n % 10]}${'klmnopqrst'[Math.floor(n / 10)]}`,
  );

describe('translation runs', () => {
  let ai: TranslationWorld;

  let deepl: TranslatorStandIn;

  let account: TranslatingAccount;

  beforeAll(async () => {
    deepl = await startTranslatorStandIn(DEEPL);
    ai = await TranslationWorld.start({}, true);
  });

  beforeEach(async () => {
    deepl.reset();
    account = await ai.account(deepl);
  });

  afterAll(async () => {
    await ai.close();
    await deepl.close();
  });

  const requests = (count: number) =>
    eventually(
      () => deepl.requests.length,
      (seen) => seen === count,
      `${count} requests to the translator`,
    );

  const storedAre = (expected: string[]) =>
    eventually(
      () => account.stored(),
      (stored) => JSON.stringify(stored) === JSON.stringify([...expected].sort()),
      'the translations to be stored',
    );

  describe('A translation that is under way', () => {
    it('is requested once for all who want it', async () => {
      const release = deepl.hold();
      // The text of its own shows when a reader has found out what is under way.
      const own = ['eins', 'zwei', 'drei', 'vier'];
      const readers = own.map((text) => account.translate(['Hallo', 'Welt', text]));
      await requests(4);
      const late = account.translate(['Welt', 'Neu']);
      await requests(5);
      release();
      expect(await Promise.all(readers)).toEqual(
        ['snie', 'iewz', 'ierd', 'reiv'].map((text) => ['ollaH', 'tleW', text]),
      );
      expect(await late).toEqual(['tleW', 'ueN']);
      const texts = deepl.sent().flatMap((sent) => sent.texts);
      expect(texts.sort()).toEqual(['Hallo', 'Neu', 'Welt', ...own].sort());
    });

    it('is requested for each account', async () => {
      const release = deepl.hold();
      const other = await ai.account(deepl);
      const readers = [account.translate(['Hallo']), other.translate(['Hallo'])];
      await requests(2);
      release();
      expect(await Promise.all(readers)).toEqual([['ollaH'], ['ollaH']]);
    });

    it('is stored for the next reader if it takes longer than one waits', async () => {
      const release = deepl.hold();
      expect(await account.translate(['Hallo'], 'fr', 0)).toEqual(['<failed>']);
      await requests(1);
      expect(await account.translate(['Hallo', 'Ja'], 'fr', 50)).toEqual(['<failed>', '<failed>']);
      release();
      await storedAre(['aJ', 'ollaH']);
      expect(await account.translate(['Hallo', 'Ja'], 'fr', 0)).toEqual(['ollaH', 'aJ']);
      expect(deepl.requests).toHaveLength(2);
    });

    it('does not hold back what has arrived', async () => {
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      deepl.behave(async ({ texts: sent, answer }) => {
        if (sent.length < 50) await held;
        return answer(sent.map(standInTranslation));
      });
      const page = texts(60);
      const expected = page.map((text, n) => (n < 50 ? standInTranslation(text) : '<failed>'));
      await account.translate(page.slice(0, 50));
      expect(await account.translate(page, 'fr', 300)).toEqual(expected);
      release();
      await storedAre(page.map(standInTranslation));
    });

    it('is one of at most two requests of a page, and of 400 texts of an account', async () => {
      const release = deepl.hold();
      const pages = ['Eins', 'Zwei', 'Drei', 'Vier', 'Funf'].map((word) => texts(100, word));
      const waiting = pages.map((page) => account.translate(page, 'fr', 100));
      const answers = await Promise.all(waiting);
      expect(answers.flat()).toEqual(Array.from({ length: 500 }, () => '<failed>'));
      await requests(8);
      release();
      const stored = await eventually(
        () => account.stored(),
        ({ length }) => length === 400,
        'the translations of four pages',
      );
      expect(stored).toHaveLength(400);
      expect(deepl.requests).toHaveLength(8);
      expect(await account.translate(texts(1, 'Frei'))).toEqual(texts(1, 'Frei').map(standInTranslation));
    });
  });

  describe('A text that is edited or erased', () => {
    let lastId = 9_000;

    /** Publishes events of a review of the account, and waits until its copy has their text. */
    async function review(
      definition: typeof reviewCreated | typeof reviewUpdated | typeof reviewDeleted,
      id: number,
      text: string,
      version: number,
    ): Promise<void> {
      const envelope = { accountid: account.id, subaccountid: account.id, aggregateversion: version };
      const data = { ...buildReview({ id, text }), changed: ['text'] };
      await ai.world.publish(buildEvent(definition as typeof reviewUpdated, { ...envelope, data }));
      await eventually(
        () =>
          ai.world.admin.query<{ version: number }>('select version::int from ai.reviews where id = $1', [
            id,
          ]),
        ([copy]) => copy?.version === version,
        `version ${version} of the copy`,
      );
    }

    it.each([
      ['edited', reviewUpdated],
      ['erased', reviewDeleted],
    ] as const)('has its translations deleted when it is %s', async (_how, definition) => {
      const id = ++lastId;
      await review(reviewCreated, id, 'Altes Brot', 1);
      await account.translate(['Altes Brot', 'Anderes']);
      await account.translate(['Altes Brot'], 'es');
      expect(await account.stored()).toHaveLength(3);
      await review(definition, id, 'Neues Brot', 2);
      expect(await account.stored()).toEqual(['serednA']);
    });

    it('has no translation stored that was under way', async () => {
      const id = ++lastId;
      await review(reviewCreated, id, 'Altes Brot', 1);
      const release = deepl.hold();
      const reader = account.translate(['Altes Brot', 'Anderes']);
      await requests(1);
      await review(reviewDeleted, id, 'Altes Brot', 2);
      release();
      expect(await reader).toEqual(['setlA torB', 'serednA']);
      expect(await account.stored()).toEqual(['serednA']);
    });

    it('has no translation stored while the transaction that erases it has not ended', async () => {
      const [{ hash } = { hash: Buffer.alloc(0) }] = await ai.world.admin.query<{ hash: Buffer }>(
        "select sha256(convert_to('Altes Brot', 'UTF8')) as hash",
      );
      await administer(ai.world.databaseUrl('ai'), async (erasing) => {
        await erasing.query('begin');
        await erasing.query(
          "select pg_advisory_xact_lock_shared(hashtextextended('translations of ' || $1, 0))",
          [account.id],
        );
        await erasing.query('insert into forgotten_texts (account_id, text_hash) values ($1, $2)', [
          account.id,
          hash,
        ]);
        const reader = account.translate(['Altes Brot', 'Anderes']);
        await eventually(
          () => ai.world.admin.query("select from pg_locks where locktype = 'advisory' and not granted"),
          ({ length }) => length > 0,
          'the translations to wait for the erasure',
        );
        await erasing.query('commit');
        await reader;
      });
      expect(await account.stored()).toEqual(['serednA']);
    });

    it('is stored again if another review has it later', async () => {
      await review(reviewCreated, ++lastId, 'Altes Brot', 1);
      await review(reviewDeleted, lastId, 'Altes Brot', 2);
      await ai.world.admin.query(
        "update ai.forgotten_texts set forgotten_on = now() - interval '16 minutes' where account_id = $1",
        [account.id],
      );
      await account.translate(['Altes Brot']);
      expect(await account.stored()).toEqual(['setlA torB']);
    });
  });

  describe('The service', () => {
    it('lets the requests that are under way end before it stops, and sends no other', async () => {
      const settings = { ...ai.world.settings('ai'), PORT: '0', METRICS_PORT: '0' };
      const replica = await startServices([{ definition: ai.definition, settings }]);
      const headers = await ai.world.as({ account_id: account.id }).headers('ai');
      const release = deepl.hold();
      // A request to the translator has room for 12 of them.
      const page = Array.from({ length: 36 }, (_, n) => ({ text: 'ж'.repeat(4_900 + n), language: null }));
      const body = { language: 'fr', texts: page, wait_ms: 0 };
      const client = new HttpClient(replica.url('ai'), headers);
      expect(await client.post('/internal/translations', { body })).toMatchObject({ status: 200 });
      await requests(2);
      const closed = replica.close();
      release();
      await closed;
      expect(await account.stored()).toHaveLength(24);
      expect(deepl.requests).toHaveLength(2);
    });

    it('deletes what has expired', async () => {
      await account.translate(['Bleibt', 'Geht']);
      const { admin } = ai.world;
      await admin.query("update ai.translations set expires_on = now() where translation = 'theG'");
      await admin.query(
        `insert into ai.forgotten_texts (account_id, text_hash, forgotten_on)
       values ($1, '\\x01', now() - interval '14 minutes'), ($1, '\\x02', now() - interval '16 minutes')`,
        [account.id],
      );
      await admin.query(
        `insert into ai.translator_pauses (account_id, translator, paused_until)
       values ($1, 'over', $2), ($1, 'lasts', $2 + interval '1 second')`,
        [account.id, ai.clock.now()],
      );
      const dataSource = createDataSource({
        url: ai.world.databaseUrl('ai'),
        schema: 'ai',
        entities: [],
        migrations: [],
      });
      await dataSource.initialize();
      try {
        const database = new Database(dataSource, 'ai');
        const translations = new TranslationsRepository(database);
        await translations.purgeExpired();
        await translations.purgeForgotten();
        await new TranslatorPausesRepository(database).purge(ai.clock.now());
      } finally {
        await dataSource.destroy();
      }
      expect(await account.stored()).toEqual(['tbielB']);
      const left = await admin.query<{ name: string }>(
        `select encode(text_hash, 'hex') as name from ai.forgotten_texts where account_id = $1
       union all select translator from ai.translator_pauses where account_id = $1`,
        [account.id],
      );
      expect(left.map(({ name }) => name)).toEqual(['01', 'lasts']);
    });
  });
});
