import {
  channelConnected,
  STORED_SUMMARY_PATH,
  type StoredSummaryRequest,
  type WidgetSummary,
} from '@plaudit/contracts';
import { eventually, type FixtureServer, type HttpResult, startFixtureServer } from '@plaudit/testing';
import { EmbedWorld, type Shop } from './embed-world.suite';

describe('a summary widget with show_ai_summary', () => {
  let ai: FixtureServer;
  let embed: EmbedWorld;
  let shop: Shop;
  let channelId: number;

  beforeAll(async () => {
    ai = await startFixtureServer();
    embed = await EmbedWorld.start({ AI_URL: ai.url });
  });
  beforeEach(async () => {
    shop = embed.newShop();
    channelId = 50_000 + shop.subAccountId * 10;
    answer({ summary: text('Fresh bread, friendly staff.') });
    await connect(channelId, 'Google', 128);
  });
  afterAll(async () => {
    await embed.close();
    await ai.close();
  });

  const text = (words: string): WidgetSummary => ({
    channel_id: channelId,
    text: words,
    based_on_reviews: 1284,
  });
  const answer = (body: object, status = 200): void => ai.handle(() => ({ status, body }));
  const widget = (patch: object = {}) =>
    shop.widget({ layout: { show_ai_summary: true }, ...patch }, 'summary');
  const etagOf = ({ headers }: HttpResult): string => headers.get('etag') as string;

  async function connect(id: number, label: string, reviews: number): Promise<void> {
    const data = { id, label, type: label.toLowerCase(), score: 4, reviews, rating_scale: 5 };
    await shop.channelEvent({ aggregateversion: 1, data }, channelConnected);
    const { key } = await shop.widget({}, 'summary');
    await eventually(
      () => shop.json(key),
      ({ body }) => body.summary.platforms.some((one: { label: string }) => one.label === label),
      `the channel of ${label}`,
    );
  }

  it('has the text with a sentence in its language that says who wrote it and from how many reviews', async () => {
    const { key } = await widget();
    expect((await shop.json(key)).body.ai_summary).toEqual({
      text: 'Fresh bread, friendly staff.',
      note: 'Written by AI from 1,284 reviews',
    });
    const german = await shop.json(key, {}, { lang: 'de' });
    expect(german.body.ai_summary.note).toBe('Von KI aus 1.284 Bewertungen erstellt');
    expect(ai.requests.at(-1)?.path).toBe(STORED_SUMMARY_PATH);
    expect(ai.requests.at(-1)?.json<StoredSummaryRequest>()).toEqual({
      account_id: 1,
      sub_account_id: shop.subAccountId,
      channel_ids: [channelId],
    });
  });

  it('names the platform of the text if it shows several channels', async () => {
    await connect(channelId + 1, 'Yelp', 5);
    const { key } = await widget();
    expect((await shop.json(key)).body.ai_summary.note).toBe('Written by AI from 1,284 reviews on Google');
  });

  it('has another ETag as soon as the text changes', async () => {
    const { key } = await widget();
    const etag = etagOf(await shop.json(key));
    expect(await shop.json(key, { 'if-none-match': etag })).toMatchObject({ status: 304 });
    answer({ summary: text('Warm rolls.') });
    const changed = await shop.json(key, { 'if-none-match': etag });
    expect(changed).toMatchObject({ status: 200, body: { ai_summary: { text: 'Warm rolls.' } } });
    answer({ summary: null });
    const gone = await shop.json(key, { 'if-none-match': etagOf(changed) });
    expect(gone).toMatchObject({ status: 200, body: { ai_summary: null } });
  });

  it.each<[string, () => void]>([
    ['is away', () => ai.handle(() => 'reset')],
    ['does not answer in time', () => ai.handle(() => 'hang')],
    ['refuses the request', () => answer({ code: 'not_found' }, 404)],
    ['answers with something else', () => answer({ summary: { text: 7 } })],
    ['answers with nothing', () => answer({})],
  ])('shows the rest while the ai service %s, and the text afterwards', async (_case, fail) => {
    const { key } = await widget();
    fail();
    const without = await shop.json(key);
    expect(without).toMatchObject({ status: 200, body: { ai_summary: null, summary: { rating: 4 } } });
    expect(etagOf(without)).toMatch(/-ai-unknown-partial-\w{12}"$/);
    answer({ summary: text('Back again.') });
    const back = await eventually(
      () => shop.json(key, { 'if-none-match': etagOf(without) }),
      ({ status, body }) => status === 200 && body.ai_summary !== null,
      'the circuit breaker of ai to close',
    );
    expect(back.body.ai_summary.text).toBe('Back again.');
  });

  it.each([
    ['the settings do not ask for it', { layout: { show_ai_summary: false } }],
    ['it shows no channel', { source: { sources: [7] } }],
  ])('asks nothing if %s', async (_case, patch) => {
    const { key } = await widget(patch);
    const before = ai.requests.length;
    const { headers, body } = await shop.json(key);
    expect(body.ai_summary).toBeNull();
    expect(headers.get('etag')).toMatch(/^"1-\d+-en"$/);
    expect(ai.requests.length).toBe(before);
  });
});
