import { startWorld, TEST_TIMEOUT_FACTOR, type World, eventually, buildEvent } from '@plaudit/testing';
import { createDataSource, Database, type Tx } from '@plaudit/database';
import {
  reviewCreated,
  reviewDeleted,
  type EventDefinition,
  type ReviewPayload,
  reviewUpdated,
  wireDate,
} from '@plaudit/contracts';
import { aiService } from '../service';
import { ChannelReviewsReadModel } from './channel-reviews.read-model';
import type { ReviewCopyEntity } from './review-copy.entity';
import { ReviewCopiesRepository } from './review-copies.repository';
import { reviewCopy } from './review-copy';
import { CopiesWorld, record } from './review-copies.suite';
import { UsedReviewsRepository } from './used-reviews.repository';
import { RememberedAnswersRepository } from '../llm/remembered-answers.repository';
import { textHash } from '../translation/cache/translation-key';
import { TranslationsRepository } from '../translation/cache/translations.repository';
import { DerivedTextsRepository } from './derived-texts.repository';
import { DeletedCopiesRepository } from './deleted-copies.repository';

const BEGIN = Date.UTC(2026, 0, 1);

let own: CopiesWorld;

beforeAll(async () => (own = await CopiesWorld.start()));

afterAll(() => own.close());

describe('ChannelReviewsReadModel', () => {
  let world: World;
  let database: Database;
  let reviews: ChannelReviewsReadModel;
  /** The channel of the test. Its reviews have ids from `channel * 10_000`. */
  let channel = 1;

  beforeAll(async () => {
    world = await startWorld({ services: [{ definition: aiService }], nats: false });
    const dataSource = createDataSource({
      url: world.databaseUrl('ai'),
      schema: 'ai',
      entities: [],
      migrations: [],
    });
    await dataSource.initialize();
    database = new Database(dataSource, 'ai', { timeoutFactor: TEST_TIMEOUT_FACTOR });
    reviews = new ChannelReviewsReadModel(database);
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await world.close();
  });
  beforeEach(() => {
    channel += 1;
  });

  const idOf = (offset: number): number => channel * 10_000 + offset;

  /** Stores reviews of the channel. The later ones were posted later. */
  async function plant(...rows: Partial<ReviewCopyEntity>[]): Promise<void> {
    const copies = rows.map((row, offset) => ({
      id: idOf(offset),
      account_id: 1,
      sub_account_id: 1,
      channel_id: channel,
      rating_value: 5,
      rating_scale: 5,
      star: 5,
      text: `Text ${offset}`,
      readable: true,
      language: 'en',
      posted_on: new Date(BEGIN + offset * 1_000),
      version: 1,
      deleted: false,
      ...row,
    }));
    await world.admin.query(
      `insert into ai.reviews (id, account_id, sub_account_id, channel_id, rating_value, rating_scale, star, text, readable,
         language, posted_on, version, deleted)
       select id, account_id, sub_account_id, channel_id, rating_value, rating_scale, star, text, readable, language, posted_on,
         version, deleted from json_populate_recordset(null::ai.reviews, $1)`,
      [JSON.stringify(copies)],
    );
  }

  const readIds = async (): Promise<number[]> =>
    (await reviews.readable(channel)).reviews.map(({ id }) => id - channel * 10_000);

  describe('readable', () => {
    it('returns nothing and 0 for a channel without reviews', async () => {
      expect(await reviews.readable(channel)).toEqual({ reviews: [], lastReviewId: 0 });
    });

    it('returns what a provider reads of a review, and nothing else', async () => {
      await plant({ star: 2, language: null });
      expect(await reviews.readable(channel)).toEqual({
        reviews: [
          { id: idOf(0), star: 2, text: 'Text 0', language: null, posted_on: '2026-01-01T00:00:00.000Z' },
        ],
        lastReviewId: idOf(0),
      });
    });

    it('leaves out reviews without text, deleted ones and those of other channels', async () => {
      await plant({}, { readable: false }, { deleted: true }, { channel_id: 999 }, {}, { readable: false });
      expect(await readIds()).toEqual([4, 0]);
      expect((await reviews.readable(channel)).lastReviewId).toBe(idOf(4));
    });

    it('sorts by the date and then by the id, newest first', async () => {
      const same = new Date(BEGIN);
      await plant({ posted_on: new Date(BEGIN + 9_000) }, { posted_on: same }, { posted_on: same });
      expect(await readIds()).toEqual([0, 2, 1]);
    });

    it('returns the newest 5,000 once each, and the highest id of all', async () => {
      await plant(
        ...Array.from({ length: 5_003 }, (_, offset) => ({ posted_on: new Date(BEGIN - offset * 7) })),
      );
      const ids = await readIds();
      expect(ids).toEqual(Array.from({ length: 5_000 }, (_, offset) => offset));
      expect((await reviews.readable(channel)).lastReviewId).toBe(idOf(5_002));
    });

    it('crosses a page in the middle of one date', async () => {
      await plant(...Array.from({ length: 1_001 }, () => ({ posted_on: new Date(BEGIN) })));
      const ids = await readIds();
      expect([ids.length, new Set(ids).size, ids[0], ids.at(-1)]).toEqual([1_001, 1_001, 1_000, 0]);
    });

    it('cuts a text to 5,000 UTF-16 units without splitting a character', async () => {
      await plant({ text: 'x'.repeat(20_000) }, { text: `x${'😀'.repeat(4_000)}` });
      const { reviews: read } = await reviews.readable(channel);
      expect(read.map(({ text }) => text.length)).toEqual([4_999, 5_000]);
      expect(read[0]?.text).toBe(`x${'😀'.repeat(2_499)}`);
    });

    it('returns at most 2,000,000 characters', async () => {
      await plant(...Array.from({ length: 405 }, () => ({ text: 'x'.repeat(6_000) })));
      expect(await readIds()).toHaveLength(400);
    });
  });

  describe('countRatings', () => {
    it('counts by stars, with and without text, without deleted reviews', async () => {
      await plant(
        { star: 5 },
        { star: 4, readable: false },
        { star: 3 },
        { star: 2 },
        { star: 1, readable: false },
        { star: null },
        { star: 5, deleted: true },
        { star: 5, channel_id: 999 },
      );
      expect(await reviews.countRatings(channel)).toEqual({ positive: 2, neutral: 1, negative: 2 });
    });

    it('is 0 for a channel without reviews', async () => {
      expect(await reviews.countRatings(channel)).toEqual({ positive: 0, neutral: 0, negative: 0 });
    });
  });

  it('counts the reviews with text above an id, up to the given number', async () => {
    await plant({}, {}, { readable: false }, { deleted: true }, {}, {});
    expect(await reviews.countTexts(channel, { above: idOf(0), atMost: 5 })).toBe(3);
    expect(await reviews.countTexts(channel, { above: idOf(0), atMost: 2 })).toBe(2);
    expect(await reviews.countTexts(channel, { above: idOf(5), atMost: 5 })).toBe(0);
    expect(await reviews.countTexts(channel, { atMost: 9 })).toBe(4);
  });

  it('finds one review of the own sub account, with or without text, and no deleted one', async () => {
    await plant({}, { readable: false, text: '', channel_id: 0 }, { deleted: true, text: '' });
    expect(await reviews.one(1, idOf(0))).toMatchObject({ id: idOf(0), text: 'Text 0', channel_id: channel });
    expect(await reviews.one(1, idOf(1))).toMatchObject({ text: '', channel_id: 0 });
    expect(await reviews.one(1, idOf(2))).toBeNull();
    expect(await reviews.one(2, idOf(0))).toBeNull();
  });
});

type Step = [EventDefinition<ReviewPayload>, number, Partial<ReviewPayload>];

const EVERYTHING = ['summary', 'insights', 'answer', 'translation'];

describe('what was made of reviews', () => {
  /** Each test has reviews from `id` to `id + 99` and a channel with the same id. */
  let id = 1_000;

  beforeEach(() => {
    id += 100;
  });

  const send = ([definition, version, data]: Step, reviewId = id): Promise<void> =>
    own.event(definition, version, { id: reviewId, channel_id: id, language: 'en', ...data });
  /** A text of this test only, because a translation is found by its text. */
  const text = (what: string): string => `${what} ${id}`;

  describe('when a review changes', () => {
    const given = async (data: Partial<ReviewPayload> = {}, usedIds = [id, id + 1]): Promise<void> => {
      await send([reviewCreated, 1, { text: text('Stale bread'), rating_value: 2, ...data }]);
      await own.derive(id, usedIds, text('Stale bread'));
    };
    const left = () => own.left(id, text('Stale bread'));

    it.each<[what: string, change: Partial<ReviewPayload>, left: string[]]>([
      ['its text is edited', { text: 'Fresh bread' }, []],
      ['its text is removed', { text: '' }, []],
      ['its rating changes', { rating_value: 5 }, ['translation']],
      ['its rating is removed', { rating_value: null }, ['translation']],
      ['it loses its channel', { channel_id: null }, ['translation']],
      ['it moves to another channel', { channel_id: 7 }, ['translation']],
      [
        'its status, tags and author change',
        { status: 'ignored', tags: [], from_name: 'Someone' },
        EVERYTHING,
      ],
      ['its rating changes within a star', { rating_value: 2.1 }, EVERYTHING],
    ])('stays as far as it does not depend on the change, when %s', async (_what, change, expected) => {
      await given();
      await send([reviewUpdated, 2, { text: text('Stale bread'), rating_value: 2, ...change }]);
      expect(await left()).toEqual(expected);
    });

    it('goes with a deleted review, whose text is stored nowhere', async () => {
      await given();
      await send([reviewDeleted, 2, { text: text('Stale bread'), rating_value: 2 }]);
      expect(await left()).toEqual([]);
      const rows = await own.sql('select from ai.reviews where text = $1', [text('Stale bread')]);
      expect(rows).toEqual([]);
    });

    it('stays when an older event arrives late', async () => {
      await send([reviewUpdated, 5, { text: text('Stale bread'), rating_value: 2 }]);
      await own.derive(id, [id], text('Stale bread'));
      await send([reviewUpdated, 4, { text: 'Fresh bread', rating_value: 5 }]);
      expect(await left()).toEqual(EVERYTHING);
    });

    it('stays if it was made of another review of the channel', async () => {
      await given({}, [id + 50]);
      await send([reviewDeleted, 2, {}]);
      expect(await left()).toEqual(['summary', 'insights', 'answer']);
    });

    it('leaves the language, length and cooldown of a summary behind', async () => {
      await given();
      await send([reviewDeleted, 2, {}]);
      const [row] = await own.sql<Record<string, unknown>>(
        'select * from ai.summaries where channel_id = $1',
        [id],
      );
      expect(row).toMatchObject({
        language: 'fr',
        length: 120,
        cooldown_until: new Date('2026-01-01'),
        fallback: false,
      });
      const { summary, written_in, evidence, model, config_key, based_on_reviews } = row!;
      const { last_review_id, used_ids, generated_on } = row!;
      expect([summary, written_in, evidence, model, config_key, based_on_reviews]).toEqual(
        Array(6).fill(null),
      );
      expect([last_review_id, used_ids, generated_on]).toEqual([null, null, null]);
    });

    it('includes no translation of another account', async () => {
      await given();
      await own.sql(
        `insert into ai.translations select 2, key, text_hash, translation, expires_on from ai.translations
         where text_hash = sha256(convert_to($1, 'utf8'))`,
        [text('Stale bread')],
      );
      await send([reviewDeleted, 2, {}]);
      const rows = await own.sql(
        "select account_id from ai.translations where text_hash = sha256(convert_to($1, 'utf8'))",
        [text('Stale bread')],
      );
      expect(rows).toEqual([{ account_id: 2 }]);
    });
  });

  it('loses the translations of a deleted review of which there was no copy', async () => {
    await own.derive(id, [id], text('Old bread'));
    await send([reviewDeleted, 4, { text: text('Old bread') }]);
    expect(await own.left(id, text('Old bread'))).not.toContain('translation');
  });

  it.each<[state: string, Step]>([
    ['was edited', [reviewUpdated, 3, { text: 'New bread' }]],
    ['was deleted', [reviewDeleted, 3, { text: 'New bread' }]],
  ])('loses the translations of a text whose event arrives after the review %s', async (_state, newer) => {
    await send(newer);
    await own.derive(id, [id], text('Old bread'));
    await send([reviewCreated, 1, { text: text('Old bread') }]);
    expect(await own.left(id, text('Old bread'))).toEqual(['summary', 'insights', 'answer']);
  });

  it('loses the translations of a text in a page of a snapshot that is older than the copy', async () => {
    await send([reviewUpdated, 3, { text: 'New bread' }]);
    await own.derive(id, [id], text('Old bread'));
    const older = record(id, 1, { channel_id: id, text: text('Old bread') });
    await own.page([older], { after: id - 1, through: id + 99 });
    expect(await own.left(id, text('Old bread'))).toEqual(['summary', 'insights', 'answer']);
  });

  it('goes with a wrong text or a missing review that a page of a snapshot corrects', async () => {
    const wrong = text('Wrong bread');
    await send([reviewCreated, 1, { text: wrong }]);
    await own.derive(id, [id], wrong);
    await own.page([record(id, 1, { channel_id: id, text: 'Right' })], { after: id - 1, through: id + 99 });
    expect(await own.left(id, wrong)).toEqual([]);
    const missing = text('Missing bread');
    await send([reviewCreated, 1, { text: missing }], id + 1);
    await own.derive(id, [id + 1], missing);
    await own.page([record(id, 1, { channel_id: id, text: 'Right' })], { after: id - 1, through: id + 99 });
    expect(await own.left(id, missing)).toEqual([]);
  });

  describe('while another transaction holds the review', () => {
    const blocked = () =>
      eventually(
        () =>
          own.sql(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%json_to_recordset%'",
          ),
        (waiting) => waiting.length > 0,
        'a handler to wait for the review',
      );

    it('goes even if it is stored while the change waits for it', async () => {
      await send([reviewCreated, 1, { text: text('Old'), rating_value: 3 }]);
      const used = [{ id, star: 3, text: text('Old') }];
      let changing: Promise<void> = Promise.resolve();
      await own.database.transaction(async (tx) => {
        expect(await new UsedReviewsRepository().hold(tx, id, used)).toBe(true);
        changing = send([reviewUpdated, 2, { text: 'New', rating_value: 3 }]);
        await blocked();
        await own.derive(id, [id], text('Old'));
      });
      await changing;
      expect(await own.left(id, text('Old'))).toEqual([]);
    });

    it('includes the text that the review had when the lock was released', async () => {
      await send([reviewCreated, 1, { text: text('First'), rating_value: 3 }]);
      const state = {
        id,
        channel_id: id,
        rating_value: 3,
        rating_scale: 5,
        text: text('Second'),
        language: null,
      };
      const owner = { account_id: 1, sub_account_id: 1, version: 2, deleted: false };
      const second = reviewCopy({ ...state, posted_on: '2026-09-14 11:24:23' }, owner);
      let changing: Promise<void> = Promise.resolve();
      await own.database.transaction(async (tx) => {
        const [former] = await new ReviewCopiesRepository().replace(tx, [second]);
        expect(former).toMatchObject({ text: text('First'), is_text_gone: true });
        changing = send([reviewDeleted, 3, {}]);
        await blocked();
        await own.derive(id, [id], text('Second'));
      });
      await changing;
      expect(await own.left(id, text('Second'))).toEqual([]);
      expect(await own.stored(id)).toMatchObject({ deleted: true, version: 3, text: '' });
    });

    it.each<[what: string, change: Partial<ReviewPayload>, isHeld: boolean]>([
      ['its status changed', { status: 'approved' }, true],
      ['its text changed', { text: 'Other' }, false],
      ['its rating changed', { rating_value: 4 }, false],
      ['it moved', { channel_id: 7 }, false],
    ])('may or may not be stored after %s (%#)', async (_what, change, isHeld) => {
      const data = { text: text('Old'), rating_value: 3 };
      await send([reviewCreated, 1, data]);
      await send([reviewUpdated, 2, { ...data, ...change }]);
      const held = own.database.transaction((tx) =>
        new UsedReviewsRepository().hold(tx, id, [{ id, star: 3, text: text('Old') }]),
      );
      expect(await held).toBe(isHeld);
    });

    it('is not to be stored for a deleted review or a deleted channel', async () => {
      const hold = (channelId: number, ids: number[]) =>
        own.database.transaction((tx) =>
          new UsedReviewsRepository().hold(
            tx,
            channelId,
            ids.map((reviewId) => ({ id: reviewId, star: 3, text: text('Old') })),
          ),
        );
      const OLD: Step = [reviewCreated, 1, { text: text('Old'), rating_value: 3 }];
      await send(OLD);
      await send(OLD, id + 1);
      await own.connect(id);
      expect(await hold(id, [id + 1, id])).toBe(true);
      await send([reviewDeleted, 2, {}]);
      expect([await hold(id, [id + 1, id]), await hold(id, [id + 1])]).toEqual([false, true]);
      await own.sql('update ai.channels set deleted = true where id = $1', [id]);
      expect(await hold(id, [id + 1])).toBe(false);
    });
  });
});

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
  /** Each test has so many channels and reviews from `id` on. */
  let id = 20_000;

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

const FIRST = 'The bread was stale.';

const SECOND = 'The bread was fresh.';

const CREATED: Step = [reviewCreated, 1, { text: FIRST, rating_value: 1 }];

const UPDATED: Step = [reviewUpdated, 2, { text: SECOND, rating_value: 4 }];

const DELETED: Step = [reviewDeleted, 3, { text: SECOND, rating_value: 4 }];

/** Returns every order of the steps. */
function orders<T>(steps: readonly T[]): T[][] {
  if (steps.length <= 1) return [[...steps]];
  return steps.flatMap((first) =>
    orders(steps.filter((step) => step !== first)).map((others) => [first, ...others]),
  );
}

const titled = (steps: readonly Step[]): [string, Step[]][] =>
  orders(steps).map((order) => [order.map(([{ name }]) => name).join(', '), order]);

describe('the copies of reviews', () => {
  /** Each test has reviews from `id` to `id + 99` and a channel with the same id. */
  let id = 40_000;

  beforeEach(() => {
    id += 100;
  });

  const send = ([definition, version, data]: Step, reviewId = id): Promise<void> =>
    own.event(definition, version, { id: reviewId, channel_id: id, language: 'en', ...data });

  describe('after events', () => {
    it.each(titled([CREATED, UPDATED]))(
      'have the newest state of a review after %s',
      async (_title, steps) => {
        for (const step of steps) await send(step);
        expect(await own.stored(id)).toEqual({
          channel_id: id,
          star: 4,
          text: SECOND,
          readable: true,
          language: 'en',
          version: 2,
          deleted: false,
        });
      },
    );

    it.each(titled([CREATED, UPDATED, DELETED]))(
      'have only a mark without text and language after %s',
      async (_title, steps) => {
        for (const step of steps) await send(step);
        expect(await own.stored(id)).toMatchObject({
          text: '',
          readable: false,
          language: null,
          version: 3,
          deleted: true,
        });
      },
    );

    it.each([
      ['👍👍👍', false],
      ['5', false],
      ['A.', false],
      ['', false],
      ['OK', true],
      ['好吃', true],
    ])('count %j as text: %s', async (given, readable) => {
      await send([reviewCreated, 1, { text: given }]);
      expect(await own.stored(id)).toMatchObject({ text: given, readable });
    });

    it('have channel 0 and no star for a review without a channel and a rating', async () => {
      await send([reviewCreated, 1, { channel_id: null, rating_value: null }]);
      expect(await own.stored(id)).toMatchObject({ channel_id: 0, star: null });
    });

    it('have the star of other scales', async () => {
      await send([reviewCreated, 1, { rating_value: 8.7, rating_scale: 10 }]);
      expect(await own.stored(id)).toMatchObject({ star: 4 });
    });

    it('are all there after 200 events at once', async () => {
      const ids = Array.from({ length: 200 }, (_, index) => id + index);
      const events = ids.flatMap((reviewId) =>
        [
          { definition: reviewUpdated, version: 2, rating_value: 2 },
          { definition: reviewCreated, version: 1, rating_value: 1 },
        ].map(({ definition, version, rating_value }) =>
          buildEvent(definition as EventDefinition<ReviewPayload>, {
            aggregateversion: version,
            data: { id: reviewId, channel_id: id, rating_value },
          }),
        ),
      );
      await Promise.all(events.map((event) => own.world.publish(event)));
      await send([reviewCreated, 1, {}], id + 200);
      const [row] = await own.sql(
        'select count(*)::int as stored from ai.reviews where channel_id = $1 and star = 2',
        [id],
      );
      expect(row).toEqual({ stored: 200 });
      id += 300;
    });
  });

  describe('after a page of a snapshot', () => {
    const range = () => ({ after: id - 1, through: id + 99 });
    const owned = (offset: number, version: number, more: Partial<ReviewPayload> = {}) =>
      record(id + offset, version, { channel_id: id, text: SECOND, ...more });
    const states = async (offsets: number[]) =>
      (await Promise.all(offsets.map((offset) => own.stored(id + offset)))).map(
        (row) => row && [row.text, row.deleted],
      );

    it('have missing reviews and the state of older or wrong ones, and newer ones as they were', async () => {
      await send(CREATED);
      await send([reviewUpdated, 2, { text: FIRST }], id + 1);
      await send([reviewUpdated, 9, { text: FIRST }], id + 2);
      const records = [owned(0, 2), owned(1, 2), owned(2, 8), owned(3, 1)];
      await own.page(records, range());
      await own.page(records, range());
      expect(await states([0, 1, 2, 3])).toEqual([
        [SECOND, false],
        [SECOND, false],
        [FIRST, false],
        [SECOND, false],
      ]);
    });

    it('have no review back that was deleted while the page was on the way', async () => {
      await send(CREATED);
      await send([reviewDeleted, 2, {}]);
      await own.page([owned(0, 1)], range());
      expect(await states([0])).toEqual([['', true]]);
    });

    it('have a mark for reviews of the range that the owner does not have, unless an event changed them meanwhile', async () => {
      await send(CREATED);
      await send(CREATED, id + 100);
      await own.page([], { ...range(), begun_on: wireDate(new Date(Date.now() - 60_000)) });
      expect(await states([0])).toEqual([[FIRST, false]]);
      await own.page([], range());
      expect(await states([0, 100])).toEqual([
        ['', true],
        [FIRST, false],
      ]);
      id += 100;
    });

    it('have a review back that the owner has in the version of the mark', async () => {
      await send(CREATED);
      await own.page([], range());
      await own.page([owned(0, 1)], range());
      expect(await states([0])).toEqual([[SECOND, false]]);
    });
  });

  it('are removed 90 days after their review or channel was deleted', async () => {
    for (const reviewId of [id, id + 1, id + 2]) await send(CREATED, reviewId);
    for (const reviewId of [id, id + 1]) await send(DELETED, reviewId);
    for (const channelId of [id, id + 1]) await own.connect(channelId);
    await own.sql('update ai.channels set deleted = true where id = $1', [id]);
    for (const table of ['reviews', 'channels']) {
      await own.sql(`update ai.${table} set applied_on = now() - interval '91 days' where id = any ($1)`, [
        [id, id + 2],
      ]);
    }
    const marks = new DeletedCopiesRepository(own.database);
    await marks.purgeReviews();
    await marks.purgeChannels();
    expect(await Promise.all([id, id + 1, id + 2].map((one) => own.stored(one)))).toMatchObject([
      null,
      { deleted: true },
      { deleted: false },
    ]);
  });
});
