import { startWorld, TEST_TIMEOUT_FACTOR, type World } from '@plaudit/testing';
import { createDataSource, Database } from '@plaudit/database';
import { aiService } from '../service';
import { ChannelReviewsReadModel } from './channel-reviews.read-model';
import type { ReviewCopyEntity } from './review-copy.entity';

const BEGIN = Date.UTC(2026, 0, 1);

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
