import { reviewCreated, reviewDeleted, reviewUpdated } from '@plaudit/contracts';
import { createDataSource, Database } from '@plaudit/database';
import { startServices } from '@plaudit/runtime';
import { administer, buildEvent, buildReview, eventually, HttpClient } from '@plaudit/testing';
import { TranslatorPausesRepository } from '../budget/translator-pauses.repository';
import { ExpiredTranslationsWorker } from '../cache/expired-translations.worker';
import { TranslationsRepository } from '../cache/translations.repository';
import { DEEPL } from '../stand-ins/deepl-stand-in.suite';
import {
  standInTranslation,
  startTranslatorStandIn,
  type TranslatorStandIn,
} from '../stand-ins/translator-stand-in.suite';
import { type TranslatingAccount, TranslationWorld } from '../translation-world.suite';

const texts = (count: number, word = 'Wort') =>
  Array.from(
    { length: count },
    (_, n) => `${word}${'abcdefghij'[n % 10]}${'klmnopqrst'[Math.floor(n / 10)]}`,
  );

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
    const readers = Array.from({ length: 5 }, () => account.translate(['Hallo', 'Welt']));
    await requests(1);
    const late = account.translate(['Welt', 'Neu']);
    await requests(2);
    release();
    expect(await Promise.all(readers)).toEqual(readers.map(() => ['ollaH', 'tleW']));
    expect(await late).toEqual(['tleW', 'ueN']);
    expect(deepl.sent().map((sent) => sent.texts)).toEqual([['Hallo', 'Welt'], ['Neu']]);
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
        ai.world.admin.query<{ version: number }>('select version::int from ai.reviews where id = $1', [id]),
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
      await new ExpiredTranslationsWorker(
        translations,
        new TranslatorPausesRepository(database),
        ai.clock,
      ).purge();
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
