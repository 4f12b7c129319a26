import { STORED_SUMMARY_PATH } from '@plaudit/contracts';
import { buildPublicPrincipal, type HttpResult } from '@plaudit/testing';
import { type AiAccount, AiWorld } from '../generations/ai-world.suite';
import { expectSummary, NOTHING, storedSummary, summarised } from './summaries.suite';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let ai: AiWorld;
beforeAll(async () => (ai = await AiWorld.start()));
afterEach(() => ai.settle());
afterAll(() => ai.close());

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
    expect(await expectSummary(account.summary())).toMatchObject({ based_on_reviews: 1, model: 'embedded' });
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
    ai.clock.advance(1);
    expect(await expectSummary(account.summary())).toMatchObject({ stale: true, model: 'embedded' });
    expect(await account.used()).toBe(1);
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
      const [owner, stranger] = [await ai.account({ hasModel: true }), await ai.account({ hasModel: true })];
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

  it.each(['0', 'abc', '1.5', '-1'])('is refused with 400 for the id %s', async (id) => {
    for (const path of paths) {
      expect(await ai.world.as().get('ai', `${path}/${id}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_value', field: 'id' },
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
