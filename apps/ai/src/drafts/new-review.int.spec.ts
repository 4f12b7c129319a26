import type { ReviewPayload } from '@plaudit/contracts';
import {
  buildReview,
  type FixtureResponse,
  type FixtureServer,
  type RecordedRequest,
  startFixtureServer,
} from '@plaudit/testing';
import { type AiAccount, AiWorld } from '../generations/ai-world.suite';

/** The id of a review that no event has told of. */
const NEW = 77;
const GERMAN = 'Das Personal war sehr freundlich, aber das Zimmer war leider laut.';
const TAGS = { tags: [{ id: 3, name: 'staff' }] };
const UNKNOWN = { status: 404, body: { success: false, code: 'not_found', msg: 'No.' } };

const draft = (account: AiAccount, what: string, id = NEW, as = {}) =>
  account.as(as).post('ai', `/public/v1/reviews/ai/${what}/${id}`, { body: {} });
const refused = (id = NEW) => ({
  status: 404,
  body: {
    code: 'not_found',
    msg: `No review with id ${id} belongs to this sub account. If it was added a moment ago, try again shortly.`,
  },
});

describe('A draft for a review that no event has told of', () => {
  let ai: AiWorld;
  /** Stands in for the reviews service. */
  let owner: FixtureServer;
  beforeAll(async () => {
    owner = await startFixtureServer();
    ai = await AiWorld.start({ REVIEWS_URL: owner.url });
  });
  beforeEach(() => {
    owner.requests.length = 0;
  });
  afterEach(() => ai.settle());
  afterAll(async () => {
    await ai.close();
    await owner.close();
  });

  const ofReview = ({ path }: RecordedRequest) => path.startsWith('/public/v1/reviews/');
  const answering = (response: FixtureResponse) =>
    owner.handle((request) => (ofReview(request) ? response : { body: TAGS }));
  const knowing = (review: Partial<ReviewPayload>) =>
    answering({ body: buildReview({ id: NEW, rating_value: 5, rating_scale: 5, ...review }) });
  const asked = () => owner.requests.filter(ofReview).map(({ method, path }) => `${method} ${path}`);

  it('is a reply to what the owner says, in its language and with the name of its channel', async () => {
    const account = await ai.account();
    knowing({ text: GERMAN, language: null, channel_id: account.channelId });
    const { status, body } = await draft(account, 'reply');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id: NEW, language: 'de', reply: expect.stringMatching(/Harbour Inn$/) },
    });
    expect(asked()).toEqual([`GET /public/v1/reviews/get/${NEW}`]);
    expect(owner.requests[0]!.headers['x-plaudit-principal']).toBeTruthy();
    expect(await account.used()).toBe(1);
  });

  it('is a reply without a name if no event has told of the channel either', async () => {
    const account = await ai.account();
    knowing({ text: '', language: 'en', channel_id: account.channelId + 1 });
    const { body } = await draft(account, 'reply');
    expect(body).toMatchObject({ success: true, language: 'en', reply: expect.stringMatching(/thank/i) });
    expect(body.reply).not.toContain('Harbour Inn');
  });

  it('is a choice of tags for what the owner says', async () => {
    const account = await ai.account();
    knowing({ text: 'The staff was very friendly.', channel_id: null });
    expect((await draft(account, 'tags')).body).toMatchObject({ id: NEW, tags: TAGS.tags });
    expect(asked()).toHaveLength(1);
  });

  it('tells the model of the account what the owner says, without the author', async () => {
    const account = await ai.account({ hasModel: true });
    knowing({ text: GERMAN, from_name: 'Ada Example', channel_id: account.channelId });
    expect((await draft(account, 'reply')).body).toMatchObject({ language: 'de', model: 'writer-1' });
    const sent = JSON.stringify(ai.model.chats());
    expect([sent.includes('Das Personal'), sent.includes('Ada Example')]).toEqual([true, false]);
  });

  it('stores nothing about the review', async () => {
    const account = await ai.account();
    knowing({ text: GERMAN, channel_id: account.channelId });
    await draft(account, 'reply');
    expect(await ai.world.admin.query('select from ai.reviews where id = $1', [NEW])).toEqual([]);
  });

  it.each([
    ['knows no such review', UNKNOWN],
    [
      'does not let the key read reviews',
      { status: 403, body: { success: false, code: 'forbidden', required: 'reviews:read' } },
    ],
  ])('is refused with 404 if the owner %s, after one question', async (_what, response) => {
    answering(response);
    for (const kind of ['reply', 'tags']) {
      const account = await ai.account({ cap: 0 });
      owner.requests.length = 0;
      expect(await draft(account, kind)).toMatchObject(refused());
      expect(owner.requests).toHaveLength(1);
    }
  });

  it('is not asked for without the scope ai:write or with a wrong id', async () => {
    knowing({});
    const account = await ai.account();
    expect((await draft(account, 'reply', NEW, { scopes: ['ai:read'] })).status).toBe(403);
    expect((await draft(account, 'reply', 0)).status).toBe(400);
    expect(owner.requests).toEqual([]);
  });

  it.each<[string, FixtureResponse]>([
    ['is away', 'reset'],
    ['answers 500', { status: 500, body: { success: false, code: 'internal_error' } }],
    ['answers 429', { status: 429, body: { success: false, code: 'rate_limited' } }],
  ])('is refused with 503 while the owner %s, and counts nothing', async (_what, response) => {
    answering(response);
    const account = await ai.account();
    expect(await draft(account, 'reply')).toMatchObject({
      status: 503,
      body: { code: 'upstream_unavailable', msg: expect.stringContaining('The reviews service') },
    });
    expect(await account.used()).toBe(0);
  });
});

describe('A draft of a service without REVIEWS_URL', () => {
  let ai: AiWorld;
  beforeAll(async () => (ai = await AiWorld.start()));
  afterAll(() => ai.close());

  it.each(['reply', 'tags'])(
    'of %s is refused with 404 for a review that no event has told of',
    async (what) => {
      expect(await draft(await ai.account(), what)).toMatchObject(refused());
    },
  );

  it('is a reply to a review that an event has told of, and has no tags', async () => {
    const account = await ai.account();
    const [id] = await account.add([{}]);
    expect((await draft(account, 'reply', id)).body).toMatchObject({ success: true, id });
    expect((await draft(account, 'tags', id)).body).toMatchObject({ success: true, tags: [], model: null });
  });
});
