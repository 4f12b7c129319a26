import { type AccountOptions, type AiAccount, AiWorld } from '../generations/ai-world.suite';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let ai: AiWorld;
beforeAll(async () => (ai = await AiWorld.start()));
afterEach(() => ai.settle());
afterAll(() => ai.close());

interface Insights {
  sentiment: object;
  strengths: string[];
  improvements: { text: string; severity: string }[];
  generated_on: string | null;
  cached: boolean;
  below_threshold: boolean;
  model: string | null;
  evidence: { text: string; review_ids: number[] }[];
}

async function read(account: AiAccount, language?: string): Promise<Insights> {
  const { status, body } = await account.insights(language);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as Insights;
}

async function reviewed(options: AccountOptions = {}): Promise<[AiAccount, number[]]> {
  const account = await ai.account(options);
  return [account, await account.addFive()];
}

describe('GET /channels/ai/insights/{id}', () => {
  it('has the sentiment and no lists with four reviews with text, and counts nothing', async () => {
    const account = await ai.account();
    await account.add([{}, {}, {}, { star: 3 }]);
    await account.add([{ text: '' }, { text: '👍', star: 1 }, { text: '', star: null }]);
    expect(await read(account)).toEqual({
      sentiment: { positive: 4, neutral: 1, negative: 1, total: 6, positive_pct: 67 },
      strengths: [],
      improvements: [],
      generated_on: null,
      cached: false,
      below_threshold: true,
      model: null,
      evidence: [],
    });
    expect(await account.used()).toBe(0);
  });

  it('has a sentiment of zeros for a channel without reviews', async () => {
    expect((await read(await ai.account())).sentiment).toEqual({
      positive: 0,
      neutral: 0,
      negative: 0,
      total: 0,
      positive_pct: 0,
    });
  });

  it('writes lists from five reviews with text on, and returns every field', async () => {
    const [account, ids] = await reviewed();
    const written = await read(account);
    expect(written).toEqual({
      sentiment: { positive: 3, neutral: 0, negative: 2, total: 5, positive_pct: 60 },
      strengths: expect.arrayContaining([expect.stringMatching(/^Staff and service \(3\)$/)]),
      improvements: expect.arrayContaining([{ text: 'Noise (2)', severity: 'recurring' }]),
      generated_on: ai.clock.now().toISOString(),
      cached: false,
      below_threshold: false,
      model: 'embedded',
      evidence: expect.any(Array),
    });
    const statements = [...written.strengths, ...written.improvements.map(({ text }) => text)];
    expect(written.evidence.map(({ text }) => text)).toEqual(statements);
    expect(written.evidence).toContainEqual({ text: 'Noise (2)', review_ids: [ids[4], ids[3]] });
    ai.clock.advance(HOUR_MS);
    expect(await read(account)).toEqual({ ...written, cached: true });
    expect(await account.used()).toBe(1);
  });

  it('keeps the lists of each language for itself', async () => {
    const [account] = await reviewed();
    const english = await read(account);
    const french = await read(account, 'FR');
    expect([french.cached, french.improvements[0]?.text]).toEqual([false, expect.stringMatching(/bruit/i)]);
    expect(await read(account, 'en')).toEqual({ ...english, cached: true });
    expect(await read(account, '')).toEqual({ ...english, cached: true });
    expect(await read(account, 'fr')).toEqual({ ...french, cached: true });
    expect(await account.used()).toBe(2);
  });

  it.each(['nl', 'xx', 'eng', 'en-GB', 'auto', '1'])('refuses the language %s', async (language) => {
    const [account] = await reviewed();
    expect(await account.insights(language)).toMatchObject({
      status: 400,
      body: {
        code: 'unsupported_language',
        field: 'language',
        msg: 'language must be one of en, fr, es, pt, de, it.',
      },
    });
    expect(await account.used()).toBe(0);
  });

  it('counts the stars of this moment, while the lists are cached', async () => {
    const [account] = await reviewed();
    await read(account);
    await account.add([{ star: 3 }, { star: 3, text: '' }]);
    expect(await read(account)).toMatchObject({
      sentiment: { positive: 3, neutral: 2, negative: 2, total: 7, positive_pct: 43 },
      cached: true,
    });
  });

  it('writes new lists after five new reviews with text, and not after four', async () => {
    const [account] = await reviewed();
    const before = await read(account);
    await account.add([{}, {}, {}, {}, { text: '👍' }]);
    expect(await read(account)).toMatchObject({ cached: true, generated_on: before.generated_on });
    await account.add([{}]);
    ai.clock.advance(1_000);
    const after = await read(account);
    expect(after).toMatchObject({ cached: false, generated_on: ai.clock.now().toISOString() });
    expect(after.strengths[0]).toBe('Staff and service (8)');
    expect(await read(account)).toEqual({ ...after, cached: true });
  });

  it('writes new lists after more than 30 days', async () => {
    const [account] = await reviewed();
    await read(account);
    ai.clock.advance(30 * DAY_MS);
    expect(await read(account)).toMatchObject({ cached: true });
    ai.clock.advance(1);
    expect(await read(account)).toMatchObject({ cached: false });
  });

  it('writes new lists after a review that they used was edited', async () => {
    const [account, ids] = await reviewed();
    await read(account);
    await account.edit(ids[3]!, 'The room was quiet and clean.');
    const after = await read(account);
    expect(after.cached).toBe(false);
    expect(after.evidence.find(({ text }) => text.startsWith('Noise'))?.review_ids).toEqual([ids[4]]);
  });

  it('is below the threshold again after a review of five was deleted', async () => {
    const [account, ids] = await reviewed();
    await read(account);
    await account.edit(ids[0]!, null);
    expect(await read(account)).toMatchObject({
      sentiment: { total: 4 },
      below_threshold: true,
      strengths: [],
      cached: false,
      generated_on: null,
    });
  });

  it('writes new lists after the account has chosen another model', async () => {
    const [account] = await reviewed({ hasModel: true });
    expect(await read(account)).toMatchObject({ model: 'writer-1', cached: false });
    expect(await read(account)).toMatchObject({ model: 'writer-1', cached: true });
    await account.choose('writer-2');
    ai.clock.advance(31_000);
    expect(await read(account)).toMatchObject({ model: 'writer-2', cached: false });
    expect(ai.model.requests).toHaveLength(2);
  });

  it('has lists of the embedded provider if the model fails, and asks the model again after an hour', async () => {
    ai.model.behave('unauthorised');
    const [account] = await reviewed({ hasModel: true });
    expect(await read(account)).toMatchObject({ model: 'embedded', cached: false });
    ai.model.behave('good');
    ai.clock.advance(HOUR_MS);
    expect(await read(account)).toMatchObject({ model: 'embedded', cached: true });
    ai.clock.advance(1);
    expect(await read(account)).toMatchObject({ model: 'writer-1', cached: false });
    expect(await account.used()).toBe(2);
  });

  it('without a generation left returns the lists that it has, however old they are', async () => {
    const [account] = await reviewed({ cap: 1 });
    const before = await read(account);
    await account.add([{}, {}, {}, {}, {}]);
    expect(await read(account)).toMatchObject({
      sentiment: { total: 10 },
      strengths: before.strengths,
      generated_on: before.generated_on,
      cached: true,
    });
    expect(await account.used()).toBe(1);
  });

  it('without a generation left and without lists has those of the embedded provider, uncounted', async () => {
    const [account] = await reviewed({ cap: 0, hasModel: true });
    const written = await read(account);
    expect(written).toMatchObject({ model: 'embedded', cached: false, below_threshold: false });
    expect(await read(account)).toEqual({ ...written, cached: true });
    expect([await account.used(), ai.model.requests.length]).toEqual([0, 0]);
  });
});
