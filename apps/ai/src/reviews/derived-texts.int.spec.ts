import {
  reviewCreated,
  reviewDeleted,
  type EventDefinition,
  type ReviewPayload,
  reviewUpdated,
} from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import { ReviewCopiesRepository } from './review-copies.repository';
import { reviewCopy } from './review-copy';
import { CopiesWorld, record } from './review-copies.suite';
import { UsedReviewsRepository } from './used-reviews.repository';

type Step = [EventDefinition<ReviewPayload>, number, Partial<ReviewPayload>];

const EVERYTHING = ['summary', 'insights', 'answer', 'translation'];

describe('what was made of reviews', () => {
  let own: CopiesWorld;
  /** Each test has reviews from `id` to `id + 99` and a channel with the same id. */
  let id = 1_000;

  beforeAll(async () => (own = await CopiesWorld.start()));
  afterAll(() => own.close());
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
