import { buildPublicPrincipal } from '@plaudit/testing';
import { DEEPL } from './stand-ins/deepl-stand-in.suite';
import {
  standInTranslation,
  startTranslatorStandIn,
  type TranslatorStandIn,
} from './stand-ins/translator-stand-in.suite';
import { type TranslatingAccount, TranslationWorld } from './translation-world.suite';

const text = { text: 'Guten Tag', language: 'de' };

describe('POST /internal/translations', () => {
  let ai: TranslationWorld;
  let deepl: TranslatorStandIn;
  let account: TranslatingAccount;

  beforeAll(async () => {
    deepl = await startTranslatorStandIn(DEEPL);
    ai = await TranslationWorld.start();
  });
  beforeEach(async () => {
    deepl.reset();
    account = await ai.account(deepl);
  });
  afterAll(async () => {
    await ai.close();
    await deepl.close();
  });

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
