import { STORED_SUMMARY_PATH } from '@plaudit/contracts';
import { buildPublicPrincipal, type HttpResult, eventually, HttpClient } from '@plaudit/testing';
import { startServices } from '@plaudit/runtime';
import { type AiAccount, AiWorld } from '../generations/ai-world.suite';
import { expectSummary, NOTHING, storedSummary, summarised } from './summaries.suite';
import { answerWith, type StandInChat } from '../llm/stand-in/llm-stand-in.suite';

const DAY_MS = 86_400_000;

const HOUR_MS = 3_600_000;

let ai: AiWorld;

beforeAll(async () => (ai = await AiWorld.start()));

afterAll(() => ai.close());

describe('summaries', () => {
  afterEach(() => ai.settle());

  describe('GET /channels/ai/summary/{id}', () => {
    it('returns null for a channel without a review', async () => {
      const account = await ai.account();
      expect(await expectSummary(account.summary())).toEqual({ ...NOTHING, stale: false });
      expect(await account.used()).toBe(0);
    });

    it('returns null for a channel whose reviews have stars, emoji and dots only', async () => {
      const account = await ai.account();
      await account.add([{ text: '' }, { text: '👍👍' }, { text: '...' }, { text: 'A 1' }]);
      expect(await expectSummary(account.summary())).toEqual({ ...NOTHING, stale: false });
      expect(await account.used()).toBe(0);
    });

    it('writes a summary of the reviews with text, and returns the stored one later', async () => {
      const account = await ai.account();
      const ids = await account.addFive();
      await account.add([{ text: '🎉' }]);
      const written = await expectSummary(account.summary());
      expect(written).toEqual({
        summary: expect.stringMatching(/5 reviews.*staff and service \(3\)/s),
        language: 'auto',
        based_on_reviews: 5,
        generated_on: '2026-03-10T12:00:00.000Z',
        stale: false,
        model: 'embedded',
        evidence: expect.arrayContaining([{ text: expect.any(String), review_ids: expect.any(Array) }]),
      });
      for (const { review_ids } of written.evidence) expect(ids).toEqual(expect.arrayContaining(review_ids));
      ai.clock.advance(HOUR_MS);
      expect(await expectSummary(account.summary())).toEqual(written);
      expect(await account.used()).toBe(1);
    });

    it('writes a summary of a single review', async () => {
      const account = await ai.account();
      await account.add([{}]);
      expect(await expectSummary(account.summary())).toMatchObject({
        based_on_reviews: 1,
        model: 'embedded',
      });
    });

    it.each([
      [4, false],
      [5, true],
    ])('with %i new reviews with text is stale: %s', async (count, stale) => {
      const account = await summarised(ai);
      const before = await expectSummary(account.summary());
      await account.add([{ text: '👍' }, ...Array.from({ length: count }, () => ({}))]);
      expect(await expectSummary(account.summary())).toEqual({ ...before, stale });
    });

    it('is stale after more than 30 days', async () => {
      const account = await summarised(ai);
      ai.clock.advance(30 * DAY_MS);
      expect(await expectSummary(account.summary())).toMatchObject({ stale: false });
      ai.clock.advance(1);
      expect(await expectSummary(account.summary())).toMatchObject({ stale: true });
    });

    it('counts reviews as new by their ids, so that deleted ones do not hide them', async () => {
      const account = await summarised(ai);
      await ai.world.admin.query('update ai.summaries set used_ids = $2 where channel_id = $1', [
        account.channelId,
        [1],
      ]);
      const ids = await account.add(Array.from({ length: 5 }, () => ({})));
      await ai.world.admin.query('delete from ai.reviews where channel_id = $1 and id < $2', [
        account.channelId,
        ids[0],
      ]);
      expect(await expectSummary(account.summary())).toMatchObject({ stale: true, based_on_reviews: 5 });
    });

    it('is stale after the account has chosen another model', async () => {
      const account = await summarised(ai, { hasModel: true });
      expect(await expectSummary(account.summary())).toMatchObject({ stale: false, model: 'writer-1' });
      await account.choose('writer-2');
      ai.clock.advance(31_000);
      expect(await expectSummary(account.summary())).toMatchObject({ stale: true, model: 'writer-1' });
    });

    it('is stale once the words of the embedded provider, or the prompt of a model, have changed', async () => {
      const account = await summarised(ai);
      await ai.world.admin.query("update ai.summaries set config_key = 'embedded 0' where channel_id = $1", [
        account.channelId,
      ]);
      expect(await expectSummary(account.summary())).toMatchObject({ stale: true });
    });

    it('has the text of the embedded provider if the model fails, and is stale after an hour', async () => {
      ai.model.behave('unauthorised');
      const account = await summarised(ai, { hasModel: true });
      expect(await expectSummary(account.summary())).toMatchObject({ stale: false, model: 'embedded' });
      ai.clock.advance(HOUR_MS);
      expect(await expectSummary(account.summary())).toMatchObject({ stale: false });
      expect(await account.used()).toBe(1);
      ai.clock.advance(1);
      // From here on the service may write it again at any moment.
      expect(await expectSummary(account.summary())).toMatchObject({ stale: true, model: 'embedded' });
    });

    it('without a generation left is written by the embedded provider, uncounted, and stored', async () => {
      const account = await ai.account({ hasModel: true, cap: 3 });
      await account.addFive();
      await account.use(3);
      const written = await expectSummary(account.summary());
      expect(written).toMatchObject({ model: 'embedded', stale: false, summary: expect.any(String) });
      expect(await expectSummary(account.summary())).toEqual(written);
      expect([await account.used(), ai.model.requests.length]).toEqual([3, 0]);
      // It counts as a fallback, so the model writes a new one when there are generations again.
      ai.clock.advance(HOUR_MS + 1);
      expect(await expectSummary(account.summary())).toMatchObject({ stale: true });
    });

    it('is written again in the call, as it was last requested, after a review that it used was erased', async () => {
      const account = await ai.account();
      const [first] = await account.addFive();
      const chosen = await expectSummary(account.newSummary({ length: 20, language: 'de' }));
      await account.edit(first!, null);
      const again = await expectSummary(account.summary());
      expect(again).toMatchObject({ language: 'de', based_on_reviews: 4, stale: false });
      expect(again.summary).not.toBe(chosen.summary);
      expect(again.evidence.flatMap(({ review_ids }) => review_ids)).not.toContain(first);
      expect(await storedSummary(ai, account)).toMatchObject({ language: 'de', length: 20 });
      expect(await account.used()).toBe(2);
    });
  });

  describe('a channel that the caller does not have', () => {
    const paths = ['summary', 'insights'].map((what) => `/public/v1/channels/ai/${what}`);

    it.each<[string, (owner: AiAccount, stranger: AiAccount) => ReturnType<AiAccount['as']>]>([
      ['another account', (_owner, stranger) => stranger.as()],
      ['another sub account', (owner) => owner.as({ sub_account_id: owner.id + 5, main: false })],
      ['the main sub account', (owner) => owner.as({ sub_account_id: owner.id + 6, main: true })],
    ])(
      'is refused with 404 for a key of %s before a model is asked or a body is read',
      async (_who, callerOf) => {
        const [owner, stranger] = [
          await ai.account({ hasModel: true }),
          await ai.account({ hasModel: true }),
        ];
        await owner.addFive();
        const caller = callerOf(owner, stranger);
        for (const path of paths) {
          const refused = await caller.get('ai', `${path}/${owner.channelId}`, { query: { language: 'nl' } });
          expect(refused.status).toBe(path.endsWith('insights') ? 404 : 400);
        }
        for (const path of paths) {
          expect(await caller.get('ai', `${path}/${owner.channelId}`)).toMatchObject({
            status: 404,
            body: {
              code: 'not_found',
              msg: expect.stringContaining(
                `No channel with id ${owner.channelId} belongs to this sub account.`,
              ),
            },
          });
        }
        const body = { length: 1, language: 'xx' };
        expect((await caller.post('ai', `${paths[0]}/${owner.channelId}`, { body })).status).toBe(404);
        expect([await owner.used(), await stranger.used(), ai.model.requests.length]).toEqual([0, 0, 0]);
      },
    );

    it('is refused with 404 once it is deleted, and its summary is not read', async () => {
      const account = await summarised(ai);
      await ai.world.admin.query('update ai.channels set deleted = true where id = $1', [account.channelId]);
      expect([(await account.summary()).status, (await account.newSummary()).status]).toEqual([404, 404]);
    });

    it.each(['0', 'abc', '1.5', '-1'])('is refused with 404 for the id %s', async (id) => {
      for (const path of paths) {
        expect(await ai.world.as().get('ai', `${path}/${id}`)).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        });
      }
    });

    it('is refused with 403 for a key without the scope', async () => {
      const account = await ai.account();
      const path = `${paths[0]}/${account.channelId}`;
      const forbidden = (required: string) => ({ status: 403, body: { code: 'forbidden', required } });
      expect(await account.as({ scopes: ['ai:write'] }).get('ai', path)).toMatchObject(forbidden('ai:read'));
      expect(await account.as({ scopes: ['ai:read'] }).post('ai', path, { body: {} })).toMatchObject(
        forbidden('ai:write'),
      );
    });
  });

  describe('POST /internal/summaries/stored', () => {
    const ask = (
      account: AiAccount,
      channel_ids: unknown[],
      caller = ai.world.as(buildPublicPrincipal()),
    ): Promise<HttpResult> =>
      caller.post('ai', STORED_SUMMARY_PATH, {
        body: { account_id: account.id, sub_account_id: account.id, channel_ids },
      });

    it('returns the stored summary that is based on the most reviews', async () => {
      const account = await summarised(ai);
      const smaller = account.channelId + 1;
      await account.addChannel(smaller, account.id);
      await account.add([{}], smaller);
      await expectSummary(account.summary(smaller));
      const { summary } = await expectSummary(account.summary());
      const answer = { channel_id: account.channelId, text: summary, based_on_reviews: 5 };
      expect((await ask(account, [smaller, account.channelId])).body).toEqual({ summary: answer });
      expect((await ask(account, [smaller])).body).toMatchObject({ summary: { based_on_reviews: 1 } });
    });

    it('returns null instead of writing a summary', async () => {
      const account = await ai.account({ hasModel: true });
      await account.addFive();
      expect((await ask(account, [account.channelId])).body).toEqual({ summary: null });
      expect([await account.used(), ai.model.requests.length]).toEqual([0, 0]);
    });

    it('returns null for channels of others, and for one that is deleted', async () => {
      const [account, stranger] = [await summarised(ai), await ai.account()];
      expect((await ask(stranger, [account.channelId])).body).toEqual({ summary: null });
      await ai.world.admin.query('update ai.channels set deleted = true where id = $1', [account.channelId]);
      expect((await ask(account, [account.channelId])).body).toEqual({ summary: null });
    });

    it('is refused with 404 for a key of another sub account, and answered for its own', async () => {
      const account = await summarised(ai);
      const other = account.as({ sub_account_id: account.id + 7, main: false });
      expect(await ask(account, [account.channelId], other)).toMatchObject({ status: 404 });
      expect((await ask(account, [account.channelId], account.as())).body.summary).not.toBeNull();
    });

    it.each([[[]], [[0]], [['1']], [Array.from({ length: 1_001 }, () => 1)]])(
      'is refused with 400 for impossible channels',
      async (channelIds) => {
        const account = await ai.account();
        expect(await ask(account, channelIds)).toMatchObject({
          status: 400,
          body: { field: expect.stringContaining('channel_ids') },
        });
      },
    );
  });
});

describe('POST /channels/ai/summary/{id}', () => {
  afterEach(() => ai.settle());

  it('writes a new summary and returns every field', async () => {
    const account = await summarised(ai);
    ai.clock.advance(HOUR_MS);
    const written = await expectSummary(account.newSummary({ length: 40, language: 'FR' }));
    expect(written).toEqual({
      success: true,
      summary: expect.stringMatching(/5 avis/),
      language: 'fr',
      based_on_reviews: 5,
      generated_on: ai.clock.now().toISOString(),
      model: 'embedded',
      evidence: expect.any(Array),
    });
    const { success: _success, ...fields } = written;
    expect(await expectSummary(account.summary())).toEqual({ ...fields, stale: false });
    expect(await storedSummary(ai, account)).toMatchObject({ language: 'fr', length: 40 });
    expect(await account.used()).toBe(2);
  });

  it('follows the language of the reviews and writes about 80 words unless it is told otherwise', async () => {
    const account = await ai.account();
    await account.add([
      { text: 'Das Personal war sehr freundlich und das Zimmer sauber.' },
      { text: 'Das Personal ist nett, aber das Zimmer war laut.', star: 3 },
    ]);
    expect(await expectSummary(account.newSummary())).toMatchObject({
      language: 'auto',
      summary: expect.stringMatching(/2 Bewertungen/),
    });
    expect(await storedSummary(ai, account)).toMatchObject({
      language: 'auto',
      length: 80,
      written_in: 'de',
    });
  });

  it.each<[string, unknown, string, string]>([
    ['length', { length: 19 }, 'validation_failed', 'length must be an integer from 20 to 300.'],
    ['length', { length: 301 }, 'validation_failed', 'length must be'],
    ['length', { length: 20.5 }, 'validation_failed', 'length must be'],
    ['length', { length: 'abc' }, 'validation_failed', 'length must be'],
    ['length', { length: '80' }, 'validation_failed', 'length must be'],
    ['length', { length: null }, 'validation_failed', 'length must be'],
    ['language', { language: 'xx' }, 'unsupported_language', 'language must be an ISO 639-1 code'],
    ['language', { language: 'fra' }, 'unsupported_language', 'language must be'],
    ['language', { language: 'fr-FR' }, 'unsupported_language', 'language must be'],
    ['language', { language: '' }, 'unsupported_language', 'language must be'],
    ['language', { language: null }, 'unsupported_language', 'language must be'],
    ['language', { language: ['fr'] }, 'unsupported_language', 'language must be'],
    ['language', { language: 'NL' }, 'unsupported_language', 'language nl needs an AI provider'],
  ])('refuses a wrong %s in %j, and counts nothing', async (field, body, code, msg) => {
    const account = await ai.account();
    await account.addFive();
    const refused = await account.newSummary(body);
    expect(refused).toMatchObject({ status: 400, body: { code, field, msg: expect.stringContaining(msg) } });
    expect(await account.used()).toBe(0);
    expect((await account.newSummary({ length: 20 })).status).toBe(200);
  });

  it('accepts 20 and 300 words', async () => {
    const account = await ai.account();
    await account.addFive();
    const short = await expectSummary(account.newSummary({ length: 20 }));
    ai.clock.advance(60_000);
    const long = await expectSummary(account.newSummary({ length: 300 }));
    expect(long.summary.length).toBeGreaterThan(short.summary.length);
  });

  it('returns null for a channel without text, and counts and keeps nothing', async () => {
    const account = await ai.account({ cap: 1 });
    await account.add([{ text: '' }]);
    for (let request = 0; request < 2; request += 1) {
      const { status, body } = await account.newSummary({ length: 20, language: 'fr' });
      expect({ status, body }).toEqual({ status: 200, body: { success: true, ...NOTHING } });
    }
    expect([await account.used(), await storedSummary(ai, account)]).toEqual([0, undefined]);
  });

  it('is refused with the seconds to wait until 60 s after the last one, for this channel only', async () => {
    const account = await ai.account();
    await account.addFive();
    const other = account.channelId + 1;
    await account.addChannel(other, account.id);
    await account.add([{}], other);
    await expectSummary(account.newSummary());
    ai.clock.advance(59_001);
    const refused = await account.newSummary();
    expect(refused).toMatchObject({
      status: 429,
      body: {
        success: false,
        code: 'ai_cooldown',
        retry_after_seconds: 1,
        msg: expect.stringMatching(/ 1 s\.$/),
      },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    await expectSummary(account.newSummary({}, other));
    ai.clock.advance(999);
    await expectSummary(account.newSummary());
    expect(await account.used()).toBe(3);
  });

  it('is not held up by the cooldown of a clock that was set back by more than a minute', async () => {
    const account = await ai.account();
    await account.addFive();
    await expectSummary(account.newSummary());
    ai.clock.advance(-61_000);
    await expectSummary(account.newSummary());
    expect(await account.newSummary()).toMatchObject({ status: 429, body: { retry_after_seconds: 60 } });
    ai.clock.advance(61_000);
  });

  it('is refused for its body before its cooldown, and for its cooldown before the daily cap', async () => {
    const account = await ai.account({ cap: 1 });
    await account.addFive();
    await expectSummary(account.newSummary());
    const refusal = async (body: unknown = {}) => (await account.newSummary(body)).body.code;
    expect(await refusal({ length: 19 })).toBe('validation_failed');
    expect(await refusal({ language: 'nl' })).toBe('unsupported_language');
    expect(await refusal()).toBe('ai_cooldown');
    ai.clock.advance(60_000);
    expect(await refusal()).toBe('ai_daily_cap_reached');
  });

  it('is not held up by a summary that a read has written', async () => {
    const account = await summarised(ai);
    expect(await expectSummary(account.newSummary())).toMatchObject({ success: true });
  });

  it('is accepted 50 times of 50 in a UTC day, and again after midnight', async () => {
    ai.clock.set(new Date('2026-04-01T23:30:00.000Z'));
    const account = await ai.account({ cap: 50 });
    await account.addFive();
    await account.use(49);
    await expectSummary(account.newSummary());
    ai.clock.advance(120_000);
    for (let request = 0; request < 2; request += 1) {
      // A request that the cap refuses starts no cooldown.
      const refused = await account.newSummary();
      expect(refused).toMatchObject({
        status: 429,
        body: { code: 'ai_daily_cap_reached', limit: 50, used: 50, retry_after_seconds: 1_680 },
      });
      expect(refused.headers.get('retry-after')).toBe('1680');
    }
    expect(await account.used()).toBe(50);
    ai.clock.set(new Date('2026-04-02T00:00:00.000Z'));
    await expectSummary(account.newSummary());
    expect(await account.used()).toBe(51);
  });

  it('is refused beyond AI_DAILY_CAP, whatever the plan says', async () => {
    const account = await ai.account({ cap: -1 });
    const [id] = await account.addFive();
    const settings = { ...ai.world.settings('ai'), PORT: '0', METRICS_PORT: '0', AI_DAILY_CAP: '1' };
    const limited = await startServices([{ definition: ai.definition, settings }]);
    try {
      const client = new HttpClient(limited.url('ai'), await account.as().headers('ai'));
      const reply = () => client.post(`/public/v1/reviews/ai/reply/${id}`, { body: {} });
      expect((await reply()).status).toBe(200);
      expect(await reply()).toMatchObject({ status: 429, body: { code: 'ai_daily_cap_reached', limit: 1 } });
    } finally {
      await limited.close();
    }
  });

  it('shares the daily cap with the other sub accounts of the account, and with no other account', async () => {
    const [account, stranger] = [await ai.account({ cap: 1 }), await ai.account({ cap: 1 })];
    const branch = { sub_account_id: account.id + 7, main: false };
    const channel = account.channelId + 1;
    await account.addChannel(channel, branch.sub_account_id);
    await account.add([{}], channel);
    await account.addFive();
    await stranger.addFive();
    await expectSummary(account.newSummary());
    const path = `/public/v1/channels/ai/summary/${channel}`;
    expect(await account.as(branch).post('ai', path, { body: {} })).toMatchObject({
      status: 429,
      body: { code: 'ai_daily_cap_reached', limit: 1 },
    });
    await expectSummary(stranger.newSummary());
  });

  it('can be repeated at once after it failed, and the failure does not count', async () => {
    const account = await ai.account();
    await account.addFive();
    ai.world.expectErrors(/refused by the spec/);
    const accept = await ai.refusing('summaries', account.channelId);
    expect(await account.newSummary()).toMatchObject({ status: 500, body: { code: 'internal_error' } });
    expect(await account.used()).toBe(0);
    await accept();
    await expectSummary(account.newSummary());
    expect(await account.used()).toBe(1);
  });

  describe('by a model', () => {
    const OTHER = 'Guests like the calm rooms near the old harbour very much.';
    const sayOther = (chat: StandInChat) =>
      answerWith(chat, { language: 'en', statements: [{ text: OTHER, ids: [1] }] });

    it('is another text than before although nothing has changed, and counts', async () => {
      const account = await ai.account({ hasModel: true });
      await account.addFive();
      const first = await expectSummary(account.newSummary());
      ai.model.behave(sayOther);
      ai.clock.advance(60_000);
      const second = await expectSummary(account.newSummary());
      expect([first.summary === OTHER, second.summary]).toEqual([false, OTHER]);
      expect(await expectSummary(account.summary())).toMatchObject({ summary: OTHER, stale: false });
      expect([ai.model.requests.length, await account.used()]).toEqual([2, 2]);
    });

    it('is another text than the one that a read had written', async () => {
      const account = await summarised(ai, { hasModel: true });
      ai.model.behave(sayOther);
      expect(await expectSummary(account.newSummary())).toMatchObject({ summary: OTHER });
    });

    it('is repeated by a read that finds no summary, and by a refresh, without another request', async () => {
      const account = await summarised(ai, { hasModel: true });
      ai.model.behave(sayOther, 'good');
      await expectSummary(account.newSummary());
      await ai.world.admin.query('delete from ai.summaries where channel_id = $1', [account.channelId]);
      expect(await expectSummary(account.summary())).toMatchObject({ summary: OTHER, stale: false });
      ai.clock.advance(31 * 24 * HOUR_MS);
      const isFresh = ({ stale }: { stale?: boolean }) => stale === false;
      const read = () => expectSummary(account.summary());
      expect(await read()).toMatchObject({ stale: true });
      const refreshed = await eventually(read, isFresh, 'the summary to be written again');
      expect(refreshed).toMatchObject({ summary: OTHER, generated_on: ai.clock.now().toISOString() });
      expect(ai.model.requests).toHaveLength(2);
    });
  });

  it('writes other languages with a model, and says English if the model fails', async () => {
    const account = await ai.account({ hasModel: true });
    await account.addFive();
    expect(await expectSummary(account.newSummary({ language: 'nl' }))).toMatchObject({
      language: 'nl',
      model: 'writer-1',
      summary: expect.stringMatching(/^De klanten/),
    });
    ai.clock.advance(60_000);
    ai.model.behave('unauthorised');
    await account.add([{}]);
    expect(await expectSummary(account.newSummary({ language: 'nl', length: 60 }))).toMatchObject({
      language: 'en',
      model: 'embedded',
      summary: expect.stringMatching(/6 reviews/),
    });
    expect(await storedSummary(ai, account)).toMatchObject({ language: 'nl', fallback: true });
  });
});
