import type { Tx } from '@plaudit/database';
import { eventually } from '@plaudit/testing';
import { RememberedAnswersRepository } from '../llm/remembered-answers.repository';
import { textHash } from '../translation/cache/translation-key';
import { TranslationsRepository } from '../translation/cache/translations.repository';
import { DerivedTextsRepository } from './derived-texts.repository';
import { CopiesWorld } from './review-copies.suite';

/** What a removal locks. */
interface Rows {
  table: string;
  /** A condition that the row with the lowest key fulfils. */
  first: string;
  /** A condition that all the others fulfil. */
  others: string;
}

type Removal = (tx: Tx) => Promise<unknown>;

/** With fewer, Postgres sorts what it looks for even if it is not asked to. */
const ROWS = 8;

/** Two transactions that lock the same rows in the same order wait for each other, and never deadlock. */
describe('what removes texts that were made of reviews', () => {
  let own: CopiesWorld;
  /** Each test has so many channels and reviews from `id` on. */
  let id = 1_000;

  beforeAll(async () => (own = await CopiesWorld.start()));
  afterAll(() => own.close());
  beforeEach(async () => {
    id += 100;
    // Rows come in the reverse order, so that a removal without an order does not meet the first one first.
    for (const channel of inReverse()) await own.derive(channel, inReverse(), textOf(channel));
  });

  const inReverse = (): number[] => Array.from({ length: ROWS }, (_, index) => id + ROWS - 1 - index);
  const textOf = (channel: number): string => `Bread ${channel}`;
  const ofIds = (table: string, column: string): Rows => ({
    table,
    first: `${column} = ${id}`,
    others: `${column} > ${id} and ${column} < ${id + ROWS}`,
  });
  const ofHashes = (table: string, column: string, hashes: readonly Buffer[]): Rows => {
    const [first, ...others] = hashes.map((hash) => `'\\x${hash.toString('hex')}'`).sort();
    return { table, first: `${column} = ${first}`, others: `${column} in (${others.join()})` };
  };

  const drop: Removal = (tx) =>
    new DerivedTextsRepository().drop(
      tx,
      inReverse().map((channel) => ({ id: channel, channel_id: channel })),
    );
  const dropChannels: Removal = (tx) => new DerivedTextsRepository().dropChannels(tx, inReverse());

  /** Holds the first row, starts the removal, and expects that it waits for that row and holds no other one. */
  async function expectOrder({ table, first, others }: Rows, removal: Removal): Promise<void> {
    let removing: Promise<unknown> = Promise.resolve();
    await own.database.transaction(async (tx) => {
      expect(await tx.query(`select from ${table} where ${first} for update`)).toHaveLength(1);
      removing = own.database.transaction(removal);
      await eventually(
        () =>
          own.sql(
            `select from pg_locks join pg_stat_activity using (pid)
             where datname = current_database() and not granted and locktype in ('transactionid', 'tuple')`,
          ),
        ({ length }) => length > 0,
        'the removal to wait for the first row',
      );
      const free = await tx.query(`select from ${table} where ${others} for update skip locked`);
      expect(free).toHaveLength(ROWS - 1);
    });
    await removing;
  }

  it.each(['summaries', 'insights'])(
    'locks %s of changed reviews in the order of channels',
    async (table) => {
      await expectOrder(ofIds(table, 'channel_id'), drop);
    },
  );

  it.each(['summaries', 'insights'])(
    'locks %s of deleted channels in the order of channels',
    async (table) => {
      await expectOrder(ofIds(table, 'channel_id'), dropChannels);
    },
  );

  it('locks refreshes of deleted channels in their order', async () => {
    for (const channel of inReverse()) {
      await own.sql(
        `insert into ai.refreshes (id, account_id, sub_account_id, daily_cap, due_at)
         values ($1, 1, 1, -1, now() + interval '1 day')`,
        [channel],
      );
    }
    await expectOrder(ofIds('refreshes', 'id'), dropChannels);
  });

  it('locks the answers of models in the order of their keys', async () => {
    const rows = await own.sql<{ key: Buffer }>(
      'delete from ai.remembered_answers where review_ids && $1::bigint[] returning key',
      [inReverse()],
    );
    const keys = rows.map(({ key }) => key).sort((a, b) => Buffer.compare(b, a));
    for (const key of keys) {
      await own.sql(
        "insert into ai.remembered_answers (key, account_id, review_ids, answer) values ($1, 1, $2, '{}')",
        [key, inReverse()],
      );
    }
    const answers = new RememberedAnswersRepository(own.database);
    await expectOrder(ofHashes('remembered_answers', 'key', keys), (tx) => answers.forget(tx, inReverse()));
  });

  it('locks the marks of forgotten texts in the order of their hashes', async () => {
    const texts = inReverse().map(textOf);
    texts.sort((a, b) => Buffer.compare(textHash(b), textHash(a)));
    const translations = new TranslationsRepository(own.database);
    const forget: Removal = (tx) => translations.forget(tx, 1, texts);
    await own.database.transaction(forget);
    await expectOrder(ofHashes('forgotten_texts', 'text_hash', texts.map(textHash)), forget);
  });
});
