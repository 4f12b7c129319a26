import { AZURE } from '../stand-ins/azure-stand-in.suite';
import { DEEPL } from '../stand-ins/deepl-stand-in.suite';
import { GOOGLE } from '../stand-ins/google-stand-in.suite';
import {
  standInTranslation,
  startTranslatorStandIn,
  type TranslatorStandIn,
} from '../stand-ins/translator-stand-in.suite';
import { TranslationWorld } from '../translation-world.suite';

describe('The characters of an account', () => {
  let ai: TranslationWorld;
  let deepl: TranslatorStandIn;

  beforeAll(async () => {
    deepl = await startTranslatorStandIn(DEEPL);
    ai = await TranslationWorld.start();
  });
  beforeEach(() => {
    deepl.reset();
    ai.clock.set('2026-03-10T12:00:00Z');
  });
  afterAll(async () => {
    await ai.close();
    await deepl.close();
  });

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
