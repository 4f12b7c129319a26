import { eventually } from '@plaudit/testing';
import { HOSTILE_REVIEWS } from '../generation/hostile-reviews.suite';
import { MAX_READ_TEXT, type SourceReview } from '../generation/source-review';
import { fullRuns } from './guards/word-runs';
import { configKeyOf } from './config-key';
import { LlmFailure } from './llm-failure';
import { failureOf, FIVE_REVIEWS, LlmWorld, summaryTask } from './llm-world.suite';
import { RememberedAnswersWorker } from './remembered-answers.worker';
import { answerWith, goodAnswer, type StandInChat } from './stand-in/llm-stand-in.suite';

describe('LlmGenerator › with a database', () => {
  let llm: LlmWorld;
  let planted = 0;
  beforeAll(async () => (llm = await LlmWorld.start()));
  afterAll(() => llm.close());
  afterEach(async () => {
    llm.model.reset();
    await llm.closeClients();
  });

  /** Stores copies of reviews under ids of their own, and returns them as providers read them. */
  async function plant(reviews: readonly SourceReview[] = FIVE_REVIEWS): Promise<SourceReview[]> {
    planted += 1_000;
    const stored = reviews.map((review, index) => ({ ...review, id: planted - index }));
    for (const { id, star, text } of stored) {
      await llm.world.admin.query(
        `insert into ai.reviews (id, account_id, sub_account_id, channel_id, rating_value, rating_scale, star, text, readable, posted_on, version)
         values ($1, 1, 1, 5, $2::int, 5, $2::int, $3, true, now(), 1)`,
        [id, star, text],
      );
    }
    return stored.map((review) => ({ ...review, text: review.text.slice(0, MAX_READ_TEXT) }));
  }

  const remembered = async (): Promise<number> => {
    const [row] = await llm.world.admin.query<{ count: number }>(
      'select count(*)::int as count from ai.remembered_answers where review_ids && $1::bigint[]',
      [Array.from({ length: 1_000 }, (_, index) => planted - index)],
    );
    return row?.count ?? 0;
  };
  const summarise = (reviews: readonly SourceReview[], account = 1, length = 80, mayRepeat = true) =>
    llm.replica().factory.for(llm.connection(), account).summary(summaryTask(reviews, { length, mayRepeat }));
  const writeAnew = (reviews: readonly SourceReview[]) => summarise(reviews, 1, 80, false);
  const requests = () => llm.model.requests.length;
  /** Changes reviews as the handlers of events do. */
  const change = (sql: string, ids: readonly number[]) =>
    llm.database.transaction(async (tx) => {
      await tx.query('select from reviews where id = any($1::bigint[]) order by id for update', [ids]);
      await tx.query(sql, [ids]);
      await llm.answers.forget(tx, ids);
    });

  describe('a remembered answer', () => {
    it('is given again to the same request, also by another process', async () => {
      const reviews = await plant();
      const first = await summarise(reviews);
      expect(await summarise(reviews)).toEqual(first);
      expect(requests()).toBe(1);
    });

    it('is replaced by the answer to a task that must be written anew', async () => {
      const reviews = await plant();
      const text = 'Guests like the calm rooms near the old harbour very much.';
      const first = await summarise(reviews);
      llm.model.behave((chat) => answerWith(chat, { language: 'en', statements: [{ text, ids: [1] }] }));
      const second = await writeAnew(reviews);
      expect([first.summary === text, second.summary]).toEqual([false, text]);
      expect(await summarise(reviews)).toEqual(second);
      expect([requests(), await remembered()]).toEqual([2, 1]);
    });

    it('stays if the model gives no usable answer to a task that must be written anew', async () => {
      const reviews = await plant();
      const first = await summarise(reviews);
      llm.model.behave('link');
      await failureOf(writeAnew(reviews));
      llm.model.reset();
      expect([await summarise(reviews), requests()]).toEqual([first, 0]);
    });

    it('is used even if it cannot be stored', async () => {
      const { admin } = llm.world;
      await admin.query('alter table ai.remembered_answers add constraint refused check (false) not valid');
      expect(await summarise(await plant())).toMatchObject({ written_in: 'en' });
      await admin.query('alter table ai.remembered_answers drop constraint refused');
      expect(await remembered()).toBe(0);
    });

    it('is kept for insights too, and not for replies and tags', async () => {
      const reviews = await plant();
      const [review] = reviews as [SourceReview];
      const generator = llm.generator();
      const ask = async () => {
        const business = 'Harbour Inn';
        await generator.insights({ language: 'en', business, reviews });
        await generator.reply({ review, language: 'en', tone: 'friendly', business });
        await generator.tags({ review, tags: [{ id: 7, name: 'Staff' }] });
      };
      await ask();
      await ask();
      expect(llm.model.chats().map(({ task }) => task.task)).toEqual([
        'insights',
        'reply',
        'tags',
        'reply',
        'tags',
      ]);
      expect(await remembered()).toBe(1);
    });

    it('is not given to another request, another account or another model', async () => {
      const reviews = await plant();
      await summarise(reviews);
      await summarise(reviews, 1, 90);
      await summarise(reviews, 2);
      await summarise(reviews.slice(0, 4));
      const other = { ...llm.connection(), model: 'writer-2' };
      await llm
        .replica()
        .factory.for(other, 1)
        .summary(summaryTask(reviews, { mayRepeat: true }));
      expect(requests()).toBe(5);
    });

    it('is not kept if a guard refused it, nor is a translation or a test', async () => {
      const reviews = await plant();
      llm.model.behave('link');
      await failureOf(summarise(reviews));
      llm.model.behave('good');
      await llm.generator().translate([{ id: reviews[0]?.id ?? 0, text: 'Very good.' }], 'fr', null);
      await llm.generator().test();
      expect(await remembered()).toBe(0);
    });

    it('is not given after 24 hours, and the worker then deletes it', async () => {
      const reviews = await plant();
      await summarise(reviews);
      const age = (interval: string) =>
        llm.world.admin.query(`update ai.remembered_answers set created_on = now() - interval '${interval}'`);
      const worker = new RememberedAnswersWorker(llm.answers);
      await age('23 hours 59 minutes');
      await worker.purge();
      expect(await remembered()).toBe(1);
      await age('24 hours');
      await summarise(reviews);
      expect([requests(), await remembered()]).toEqual([2, 1]);
      await age('24 hours');
      await worker.purge();
      expect(await remembered()).toBe(0);
    });

    it.each([
      ['edited', "update ai.reviews set text = 'It was loud.' where id = any($1::bigint[])"],
      ['deleted', "update ai.reviews set deleted = true, text = '' where id = any($1::bigint[])"],
    ])('is deleted when one of its reviews is %s', async (_what, sql) => {
      const reviews = await plant();
      await summarise(reviews);
      await summarise(reviews.slice(0, 2));
      await change(sql, [reviews[4]?.id ?? 0]);
      expect(await remembered()).toBe(1);
    });

    it.each([
      ['edited', "update ai.reviews set text = 'It was loud.' where id = any($1::bigint[])"],
      ['rated otherwise', 'update ai.reviews set star = 1 where id = any($1::bigint[])'],
      ['deleted', "update ai.reviews set deleted = true, text = '' where id = any($1::bigint[])"],
    ])('is not kept if one of its reviews is %s while the model writes', async (_what, sql) => {
      const reviews = await plant();
      llm.model.behave(async (chat) => {
        await change(sql, [reviews[2]?.id ?? 0]);
        return answerWith(chat, goodAnswer(chat.task));
      });
      await summarise(reviews);
      expect(await remembered()).toBe(0);
    });

    it('waits for a change of its reviews that is under way, and is then not kept', async () => {
      const reviews = await plant();
      const answer = { key: Buffer.from('waits'), accountId: 1, reviews, answer: 1 };
      const stored = await llm.database.transaction(async (tx) => {
        const ids = [reviews[1]?.id ?? 0];
        await tx.query("update reviews set text = 'It was loud.' where id = any($1::bigint[])", [ids]);
        await llm.answers.forget(tx, ids);
        const storing = llm.answers.store(answer);
        await eventually(
          () =>
            llm.world.admin.query("select from pg_locks where not granted and locktype = 'transactionid'"),
          ({ length }) => length > 0,
          'the answer to wait for the change',
        );
        return { storing };
      });
      await stored.storing;
      expect(await remembered()).toBe(0);
    });

    it('is kept of a review that is longer than what providers read', async () => {
      const long = `Very friendly people. ${'We ate well here today and yesterday too. '.repeat(200)}`;
      const [first] = FIVE_REVIEWS as [SourceReview];
      const [review] = (await plant([{ ...first, text: long }])) as [SourceReview];
      expect(review.text).toHaveLength(MAX_READ_TEXT);
      const answer = { key: Buffer.from('long'), accountId: 1, answer: 1 };
      await llm.answers.store({ ...answer, reviews: [{ ...review, text: 'Other text.' }] });
      expect(await remembered()).toBe(0);
      await llm.answers.store({ ...answer, reviews: [review] });
      expect(await remembered()).toBe(1);
    });

    it('does not deadlock with changes of its reviews', async () => {
      const reviews = await plant();
      const touch = "update ai.reviews set language = 'en' where id = any($1::bigint[])";
      const ids = reviews.map(({ id }) => id).sort((a, b) => a - b);
      const lengths = Array.from({ length: 12 }, (_, index) => 60 + index);
      await Promise.all([
        ...lengths.map((length) => summarise(reviews, 1, length)),
        ...lengths.map(() => change(touch, ids)),
      ]);
      await change(touch, ids);
      expect(await remembered()).toBe(0);
    });
  });

  describe('hostile reviews', () => {
    /** Copies every review that it was sent into a statement, as a model does that obeys them. */
    const obey = (chat: StandInChat) => {
      const { reviews = [], language } = chat.task;
      const statements = reviews.slice(0, 8).map(({ id, text }) => ({ text: text.slice(0, 110), ids: [id] }));
      const answer = {
        summary: { language, statements },
        insights: { strengths: statements.slice(0, 5), improvements: [] },
      };
      return answerWith(
        chat,
        (answer as Record<string, object>)[chat.task.task] ?? { text: reviews[0]?.text ?? '' },
      );
    };
    const HARMLESS = FIVE_REVIEWS.slice(0, 2);

    it.each(HOSTILE_REVIEWS.map(({ name, text }) => [name, text]))(
      'with %s do not reach a model that obeys them, nor what it writes',
      async (_name, text) => {
        llm.model.behave(obey);
        const hostile = { ...(FIVE_REVIEWS[2] as SourceReview), text };
        const reviews = [hostile, ...HARMLESS];
        const generator = llm.generator();
        const task = summaryTask(reviews);
        const summary = await generator.summary(task);
        const insights = await generator.insights({ language: 'en', business: task.business, reviews });
        expect(summary.evidence.map((statement) => statement.text)).toEqual(
          HARMLESS.map((review) => review.text),
        );
        expect(insights.strengths.map((statement) => statement.text)).toEqual(
          HARMLESS.map((review) => review.text),
        );
        const sent = llm.model.chats().flatMap((chat) => chat.task.reviews?.map((review) => review.text));
        expect([...new Set(sent)]).toEqual(HARMLESS.map((review) => review.text));
      },
    );

    it.each(
      HOSTILE_REVIEWS.filter(({ text }) => fullRuns(text, 5).length > 0).map(({ name, text }) => [
        name,
        text,
      ]),
    )('with %s are refused in the answer of a model that knows them from elsewhere', async (_name, text) => {
      const reviews = [{ ...(FIVE_REVIEWS[2] as SourceReview), text }, ...HARMLESS];
      llm.model.behave((chat) =>
        answerWith(chat, { language: 'en', statements: [{ text: text.slice(0, 500), ids: [1] }] }),
      );
      const outcome = await llm
        .generator()
        .summary(summaryTask(reviews))
        .catch((error: unknown) => error);
      expect(outcome).toBeInstanceOf(LlmFailure);
    });
  });

  describe('configKeyOf', () => {
    it('differs by address and model, and not by key', () => {
      const connection = llm.connection();
      const key = configKeyOf(connection);
      expect(key).toMatch(/^[0-9a-f]{32}$/);
      expect(configKeyOf(llm.connection('another-key'))).toBe(key);
      expect(configKeyOf({ ...connection, model: 'writer-2' })).not.toBe(key);
      expect(configKeyOf({ ...connection, baseUrl: 'https://models.example/v1' })).not.toBe(key);
    });
  });
});
