import { startServices } from '@plaudit/runtime';
import { eventually, HttpClient } from '@plaudit/testing';
import { AiWorld } from '../generations/ai-world.suite';
import { answerWith, type StandInChat } from '../llm/stand-in/llm-stand-in.suite';
import { expectSummary, NOTHING, storedSummary, summarised } from './summaries.suite';

const HOUR_MS = 3_600_000;

let ai: AiWorld;
beforeAll(async () => (ai = await AiWorld.start()));
afterEach(() => ai.settle());
afterAll(() => ai.close());

describe('POST /channels/ai/summary/{id}', () => {
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
