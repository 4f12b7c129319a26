import { eventually, freePort, TEST_TIMEOUT_FACTOR } from '@plaudit/testing';
import type { LlmFailure, LlmFailureReason } from './llm-failure';
import { failureOf, FIVE_REVIEWS, LlmWorld, type Replica, summaryTask } from './llm-world.suite';
import {
  answerWith,
  errorWith,
  goodAnswer,
  type LlmMisbehaviour,
  phrasesIn,
} from './stand-in/llm-stand-in.suite';

describe('LlmGenerator', () => {
  let llm: LlmWorld;
  beforeAll(async () => (llm = await LlmWorld.start()));
  afterAll(() => llm.close());
  afterEach(async () => {
    llm.model.reset();
    await llm.closeClients();
  });

  const TASK = summaryTask(FIVE_REVIEWS);
  const { praise, criticism } = phrasesIn('en');
  const summarise = () => llm.generator().summary(TASK);
  const chats = () => llm.model.chats();
  /** Behaves so once, and well after it. */
  const once = (behaviour: LlmMisbehaviour) => llm.model.behave(behaviour, 'good');

  describe('summary › of an answer that is not as it should be', () => {
    it.each<[LlmMisbehaviour, string]>([
      ['fenced_json', `${praise} ${criticism}`],
      ['json_in_prose', `${praise} ${criticism}`],
      ['wrong_content_type', `${praise} ${criticism}`],
      ['extra_fields', `${praise} ${criticism}`],
      ['names_its_model', `${praise} ${criticism}`],
      ['markdown', praise],
      ['unknown_id', praise],
      ['repeated_ids', praise],
      ['obeys_reviews', `${praise} ${criticism}`],
    ])('reads %s in one try', async (behaviour, summary) => {
      llm.model.behave(behaviour);
      const written = await summarise();
      expect(written.summary).toBe(summary);
      expect(written.evidence.flatMap(({ review_ids }) => review_ids).every((id) => id > 895)).toBe(true);
      expect(new Set(written.evidence[0]?.review_ids).size).toBe(written.evidence[0]?.review_ids.length);
      expect(llm.model.requests).toHaveLength(1);
    });

    const TRIED_TWICE: [LlmMisbehaviour, LlmFailureReason][] = [
      ['reset', 'network'],
      ['cut_in_body', 'network'],
      ['request_timeout', 'server_error'],
      ['conflict', 'server_error'],
      ['rate_limited', 'rate_limited'],
      ['server_error', 'server_error'],
      ['unavailable', 'server_error'],
      ['context_too_long', 'too_long'],
      ['huge_body', 'malformed'],
      ['body_is_no_json', 'malformed'],
      ['body_is_html', 'malformed'],
      ['body_is_no_object', 'malformed'],
      ['body_is_deep', 'malformed'],
      ['deep_json', 'malformed'],
      ['string_ids', 'malformed'],
      ['no_choices', 'empty'],
      ['null_content', 'empty'],
      ['prose', 'refused'],
      ['refusal', 'refused'],
      ['content_filter', 'refused'],
      ['truncated', 'truncated'],
      ['only_unknown_ids', 'ungrounded'],
      ['link', 'unsafe'],
      ['email', 'unsafe'],
      ['html', 'unsafe'],
      ['markdown_link', 'unsafe'],
      ['leaked_prompt', 'leaked_prompt'],
      ['as_an_ai', 'leaked_prompt'],
      ['wrong_language', 'wrong_language'],
      ['invented_number', 'wrong_numbers'],
      ['invented_percentage', 'wrong_numbers'],
    ];
    const NOT_TRIED_AGAIN: [LlmMisbehaviour, LlmFailureReason][] = [
      ['bad_request', 'bad_request'],
      ['unauthorised', 'unauthorised'],
      ['forbidden', 'unauthorised'],
      ['not_found', 'not_found'],
      ['rate_limited_60_s', 'rate_limited'],
      ['redirect_to_private_address', 'redirected'],
    ];

    it.each(TRIED_TWICE)('fails after two tries with %s: %s', async (behaviour, reason) => {
      llm.model.behave(behaviour);
      expect(await failureOf(summarise())).toMatchObject({ reason });
      expect(llm.model.requests).toHaveLength(2);
    });

    it.each(TRIED_TWICE)('is content with a good second answer after %s', async (behaviour) => {
      once(behaviour);
      expect(await summarise()).toMatchObject({ written_in: 'en' });
    });

    it.each(NOT_TRIED_AGAIN)('fails at once with %s: %s', async (behaviour, reason) => {
      llm.model.behave(behaviour, 'good');
      expect(await failureOf(summarise())).toMatchObject({ reason });
      expect(llm.model.requests).toHaveLength(1);
    });

    it.each<LlmMisbehaviour>(['truncated', 'prose', 'null_content', 'context_too_long'])(
      'sends half of the reviews after %s',
      async (behaviour) => {
        once(behaviour);
        await summarise();
        expect(chats().map(({ task }) => task.reviews?.length)).toEqual([5, 2]);
      },
    );

    it('says in the second request what was wrong with the first answer', async () => {
      once('wrong_language');
      await summarise();
      expect(chats().map(({ task }) => (task as { correction?: string }).correction)).toEqual([
        undefined,
        'Your last answer was not in the wanted language.',
      ]);
    });

    it('waits as long as the server asks before the second try', async () => {
      once('rate_limited_2_s');
      await summarise();
      const [first, second] = llm.model.requests.map(({ receivedAt }) => receivedAt.getTime());
      expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1_990);
    });

    it('fails with copied if a statement repeats a review that it does not cite', async () => {
      llm.model.behave((chat) =>
        answerWith(chat, { language: 'en', statements: [{ text: FIVE_REVIEWS[0]?.text, ids: [2] }] }),
      );
      expect(await failureOf(summarise())).toMatchObject({ reason: 'copied' });
    });

    it('never says in a failure what the server or a review said', async () => {
      llm.model.behave(({ task }) => errorWith(400, `secret ${JSON.stringify(task.reviews)}`));
      const failure = await failureOf(summarise());
      expect(failure.message).toBe('The server refused the request (status 400).');
    });
  });

  describe('summary › by many accounts at once', () => {
    let replica: Replica;
    /** Holds all answers back until it is called. */
    let release = (): void => {};
    let running = 0;
    let most = 0;
    beforeEach(() => {
      replica = llm.replica();
      [running, most] = [0, 0];
      const released = new Promise<void>((resolve) => (release = resolve));
      llm.model.behave(async (chat) => {
        running += 1;
        most = Math.max(most, running);
        await released;
        running -= 1;
        return answerWith(chat, goodAnswer(chat.task));
      });
    });
    const summariseFor = (account: number) =>
      replica.factory.for(llm.connection(`key-${account}`), account).summary(TASK);

    it('sends at most eight requests at once to one server, and lets 100 others wait, 50 of an account', async () => {
      const refusals: string[] = [];
      const summaries = (account: number, count: number) =>
        Array.from({ length: count }, () =>
          summariseFor(account).catch(({ reason }: LlmFailure) => refusals.push(`${account} ${reason}`)),
        );
      const outcomes = [...summaries(1, 59), ...summaries(2, 50), ...summaries(3, 1)];
      await eventually(
        () => ({ refused: refusals.length, running }),
        (now) => now.refused > 1 && now.running >= 8,
        'eight requests to reach the server, and two to be refused',
      );
      release();
      await Promise.all(outcomes);
      expect([refusals.sort(), most]).toEqual([['1 busy', '3 busy'], 8]);
    });

    it('lets accounts take turns', async () => {
      const many = Array.from({ length: 40 }, () => summariseFor(1));
      const one = summariseFor(2);
      await eventually(
        () => running,
        (now) => now === 8,
        'eight requests to reach the server',
      );
      release();
      await Promise.all([...many, one]);
      const place = llm.model.requests.findIndex(({ headers }) => headers.authorization === 'Bearer key-2');
      // Eight are under way, and eight others may overtake it on the way.
      expect(place).toBeGreaterThanOrEqual(8);
      expect(place).toBeLessThan(24);
    });
  });

  describe('summary › with a server that does not answer', () => {
    it.each<LlmMisbehaviour>(['hang', 'hang_in_body'])(
      'fails within 1.4 times AI_TIMEOUT_MS after %s, and sends half in the second try',
      async (behaviour) => {
        llm.model.behave(behaviour);
        const began = performance.now();
        const failure = await failureOf(llm.generator({ AI_TIMEOUT_MS: 300 }).summary(TASK));
        expect(failure).toMatchObject({ reason: 'timeout' });
        expect(performance.now() - began).toBeLessThan(420 + 2_000 * TEST_TIMEOUT_FACTOR);
        expect(chats().map(({ task }) => task.reviews?.length)).toEqual([5, 2]);
      },
    );

    it('fails if nobody listens', async () => {
      const { factory } = llm.replica();
      const connection = { ...llm.connection(), baseUrl: `http://127.0.0.1:${await freePort()}/v1` };
      expect(await failureOf(factory.for(connection, 1).summary(TASK))).toMatchObject({ reason: 'network' });
    });

    it.each(['http://10.0.0.1/v1', 'http://169.254.169.254/v1', 'http://[::1]/v1', 'http://localhost/v1'])(
      'does not connect to %s without permission',
      async (baseUrl) => {
        const { factory } = llm.replica({ ALLOW_LOOPBACK: false });
        const failure = await failureOf(factory.for({ ...llm.connection(), baseUrl }, 1).summary(TASK));
        expect(failure).toMatchObject({ reason: 'blocked', status: null });
      },
    );

    it('reaches the server through ORIGIN_OVERRIDES', async () => {
      const { origin } = new URL(llm.model.baseUrl);
      const { factory } = llm.replica({
        ALLOW_LOOPBACK: false,
        ORIGIN_OVERRIDES: `https://models.example=${origin}`,
      });
      const connection = { ...llm.connection(), baseUrl: 'https://models.example/v1' };
      expect(await factory.for(connection, 1).summary(TASK)).toMatchObject({ written_in: 'en' });
    });
  });

  describe('test', () => {
    it('says what came back', async () => {
      llm.model.behave('names_its_model');
      expect(await llm.generator().test()).toEqual({
        ok: true,
        status: 200,
        latency_ms: expect.any(Number),
        model: 'writer-1-2026-08-01',
        format: 'json_schema',
        sample: expect.stringMatching(/^Thank you/),
        reason: null,
        error: null,
      });
    });

    it('says which format the server understood', async () => {
      llm.model.behave('no_response_format');
      expect(await llm.generator().test()).toMatchObject({ ok: true, format: 'none' });
    });

    it.each<[LlmMisbehaviour, number | null, string]>([
      ['unauthorised', 401, 'The server did not accept the API key (status 401).'],
      ['forbidden', 403, 'The server does not permit this API key to use the model (status 403).'],
      ['not_found', 404, 'The server does not know this address or this model (status 404).'],
      ['rate_limited', 429, 'The server asks to send fewer requests (status 429).'],
      ['server_error', 500, 'The server failed (status 500).'],
      [
        'redirect_to_private_address',
        307,
        'The server redirects to another address, which is not followed (status 307).',
      ],
      ['body_is_html', null, 'The server did not answer with JSON.'],
      ['body_is_no_object', 200, 'The server did not answer with a chat completion.'],
      ['prose', 200, 'The model answered in prose instead of JSON.'],
      ['link', 200, 'The model wrote a link, an address, markup or a placeholder.'],
    ])('says in one sentence what is wrong with %s', async (behaviour, status, error) => {
      llm.model.behave(behaviour);
      expect(await llm.generator().test()).toMatchObject({ ok: false, status, sample: null, error });
      expect(llm.model.requests).toHaveLength(1);
    });

    it('says that a private address is refused', async () => {
      const { factory } = llm.replica({ ALLOW_LOOPBACK: false });
      const test = await factory.for({ ...llm.connection(), baseUrl: 'http://192.168.1.2/v1' }, 1).test();
      expect(test).toMatchObject({
        ok: false,
        reason: 'blocked',
        error: 'The url points to an address that is not allowed.',
      });
    });
  });
});
