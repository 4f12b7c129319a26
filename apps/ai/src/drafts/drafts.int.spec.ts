import {
  type FixtureServer,
  startFixtureServer,
  buildReview,
  type FixtureResponse,
  type RecordedRequest,
} from '@plaudit/testing';
import type { ReviewPayload } from '@plaudit/contracts';
import { answerWith, goodAnswer } from '../llm/stand-in/llm-stand-in.suite';
import { type AccountOptions, type AiAccount, AiWorld } from '../generations/ai-world.suite';

const PATH = '/public/v1/reviews/ai';

const reply = (account: AiAccount, id: number, body: unknown = {}) =>
  account.as().post('ai', `${PATH}/reply/${id}`, { body });

const tags = (account: AiAccount, id: number) => account.as().post('ai', `${PATH}/tags/${id}`);

const GERMAN = 'Das Personal war sehr freundlich, aber das Zimmer war leider laut.';

const DUTCH = 'Het personeel was heel vriendelijk, maar de kamer was helaas erg lawaaierig en oud.';

describe('drafts', () => {
  const TAGS = [
    { id: 3, name: 'staff' },
    { id: 4, name: 'noise' },
    { id: 5, name: 'parking' },
  ];

  let ai: AiWorld;

  let reviews: FixtureServer;

  beforeAll(async () => {
    reviews = await startFixtureServer();
    ai = await AiWorld.start({ REVIEWS_URL: reviews.url });
  });

  afterEach(() => ai.settle());

  beforeEach(() => {
    reviews.requests.length = 0;
    reviews.handle(() => ({ body: { tags: TAGS } }));
  });

  afterAll(async () => {
    await ai.close();
    await reviews.close();
  });

  async function oneReview(
    review: Parameters<AiAccount['add']>[0][number],
    options: AccountOptions = {},
  ): Promise<[AiAccount, number]> {
    const account = await ai.account(options);
    const [id] = await account.add([review]);
    return [account, id!];
  }

  describe('POST /reviews/ai/reply/{id}', () => {
    it('drafts a professional reply in the language of the review, and returns every field', async () => {
      const [account, id] = await oneReview({ text: GERMAN, star: 4 });
      const { status, body } = await reply(account, id);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          success: true,
          id,
          reply: expect.stringMatching(/Harbour Inn$/),
          language: 'de',
          tone: 'professional',
          model: 'embedded',
          fallback: false,
          generated_on: ai.clock.now().toISOString(),
        },
      });
      expect(await account.used()).toBe(1);
    });

    it.each<[string | null, string, object, string]>([
      ['it', GERMAN, {}, 'it'],
      ['pt-BR', '', {}, 'pt'],
      [null, '', {}, 'en'],
      [null, '👍', {}, 'en'],
      [null, DUTCH, {}, 'en'],
      ['nl', DUTCH, {}, 'en'],
      [null, GERMAN, { language: 'FR' }, 'fr'],
    ])(
      'to a review in %p with the text "%s" and the body %j is in %s',
      async (language, text, body, expected) => {
        const [account, id] = await oneReview({ language, text, star: 5 });
        expect((await reply(account, id, body)).body).toMatchObject({ success: true, language: expected });
      },
    );

    it('thanks for a rating without a text, of a review without a channel too', async () => {
      const account = await ai.account();
      const [id] = await account.add([{ text: '', star: 5 }], 0);
      const { body } = await reply(account, id!, { tone: 'friendly' });
      expect(body).toMatchObject({ success: true, tone: 'friendly', language: 'en' });
      expect(body.reply).toMatch(/thank/i);
      expect(body.reply).toBe(body.reply.trim());
    });

    it('sounds different in each tone', async () => {
      const [account, id] = await oneReview({ star: 2, text: 'The room was noisy.' });
      const drafts: string[] = [];
      for (const tone of ['professional', 'friendly', 'apologetic']) {
        drafts.push((await reply(account, id, { tone })).body.reply);
      }
      expect(new Set(drafts).size).toBe(3);
    });

    it('is written by the model of the account, in any language', async () => {
      const [account, id] = await oneReview({ text: DUTCH, star: 4 }, { hasModel: true });
      expect((await reply(account, id)).body).toMatchObject({
        language: 'nl',
        model: 'writer-1',
        reply: expect.stringMatching(/^Bedankt/),
      });
    });

    it('is in English if the model fails and the embedded provider does not write the language', async () => {
      ai.model.behave('unauthorised');
      const [account, id] = await oneReview({ text: DUTCH, star: 4 }, { hasModel: true });
      expect((await reply(account, id)).body).toMatchObject({
        language: 'en',
        model: 'embedded',
        fallback: true,
      });
      expect(await account.used()).toBe(1);
    });

    it('greets the author by the first name, which no model reads', async () => {
      const authored = (from_name: string) =>
        reviews.handle(({ path }) =>
          path.startsWith('/public/v1/reviews/get/') ? { body: { from_name } } : { body: { tags: TAGS } },
        );
      const [account, id] = await oneReview({ text: 'The staff was very friendly.' }, { hasModel: true });
      authored('Chiara Bonetti');
      expect((await reply(account, id)).body.reply).toMatch(/^(Dear|Hello) Chiara,\n\n/);
      expect(JSON.stringify(ai.model.requests)).not.toMatch(/Chiara|Bonetti/);
      authored('A Google User');
      expect((await reply(account, id)).body.reply).toMatch(/^(Dear customer|Hello),\n\n/);
    });

    it('is written without a name while the reviews service is away', async () => {
      const [account, id] = await oneReview({ text: GERMAN });
      reviews.handle(() => 'reset');
      expect((await reply(account, id)).status).toBe(200);
    });

    it('ends with the signature of its own sub account', async () => {
      const [account, id] = await oneReview({ text: 'The staff was very friendly.' });
      const settings = (as = account) => as.as().get('ai', `${PATH}/settings`);
      const sign = (signature: unknown) =>
        account.as().put('ai', `${PATH}/settings`, { body: { signature } });
      const end = async () => (await reply(account, id)).body.reply.split('\n\n').at(-1);
      expect((await settings()).body).toEqual({ success: true, signature: null });
      expect(await end()).toMatch(/regards,\nHarbour Inn$/);
      expect((await sign(' Ada Example\r\nManager  ')).body).toEqual({
        success: true,
        signature: 'Ada Example\nManager',
      });
      expect(await end()).toMatch(/regards,\nAda Example\nManager$/);
      expect((await settings(await ai.account())).body.signature).toBeNull();
      await sign('');
      expect(await end()).not.toMatch(/regards|Harbour Inn$/);
      await sign(null);
      expect(await end()).toMatch(/Harbour Inn$/);
    });

    it.each([
      [{}, 'signature is required.'],
      [{ signature: 7 }, 'signature must be a string.'],
      [{ signature: 'x'.repeat(301) }, 'signature must have at most 300 characters.'],
    ])('refuses the settings %j', async (body, msg) => {
      const account = await ai.account();
      const answer = await account.as().put('ai', `${PATH}/settings`, { body });
      expect(answer).toMatchObject({ status: 400, body: { field: 'signature', msg } });
      const read = { body: { signature: 'Ada' } };
      expect((await account.as({ scopes: ['ai:write'] }).put('ai', `${PATH}/settings`, read)).status).toBe(
        403,
      );
    });

    it.each<[string, object, string, string]>([
      [
        'tone',
        { tone: 'rude' },
        'validation_failed',
        'tone must be one of professional, friendly, apologetic.',
      ],
      ['tone', { tone: null }, 'validation_failed', 'tone must be'],
      ['language', { language: 'xx' }, 'unsupported_language', 'language must be an ISO 639-1 code'],
      ['language', { language: 'nl' }, 'unsupported_language', 'language nl needs an AI provider'],
    ])('refuses a wrong %s in %j', async (field, body, code, msg) => {
      const [account, id] = await oneReview({});
      expect(await reply(account, id, body)).toMatchObject({
        status: 400,
        body: { code, field, msg: expect.stringContaining(msg) },
      });
      expect(await account.used()).toBe(0);
    });
  });

  describe('POST /reviews/ai/tags/{id}', () => {
    it('suggests tags of the sub account, which the reviews service knows, and returns every field', async () => {
      const [account, id] = await oneReview({});
      expect(await tags(account, id)).toMatchObject({ status: 200 });
      const { body } = await tags(account, id);
      expect(body).toEqual({
        success: true,
        id,
        tags: [{ id: 3, name: 'staff' }],
        model: 'embedded',
        generated_on: ai.clock.now().toISOString(),
      });
      const [asked] = reviews.requests;
      expect(asked).toMatchObject({ method: 'GET', path: '/internal/tags' });
      expect(asked!.headers['x-plaudit-principal']).toBeTruthy();
      expect(await account.used()).toBe(2);
    });

    it('leaves the choice to the model of the account', async () => {
      const [account, id] = await oneReview({}, { hasModel: true });
      expect((await tags(account, id)).body).toMatchObject({ tags: TAGS.slice(0, 2), model: 'writer-1' });
    });

    it('suggests nothing for a sub account without tags, and counts nothing', async () => {
      reviews.handle(() => ({ body: { tags: [] } }));
      const [account, id] = await oneReview({}, { cap: 0, hasModel: true });
      expect(await tags(account, id)).toMatchObject({
        status: 200,
        body: { success: true, id, tags: [], model: null },
      });
      expect([await account.used(), ai.model.requests.length]).toEqual([0, 0]);
    });

    it.each([
      ['is away', 'reset' as const],
      ['answers 404', { status: 404, body: { success: false, code: 'not_found', msg: 'No.' } }],
    ])('is refused with 503 while the reviews service %s, and counts nothing', async (_what, response) => {
      reviews.handle(() => response);
      const [account, id] = await oneReview({});
      expect(await tags(account, id)).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
      expect(await account.used()).toBe(0);
    });
  });

  describe('A draft', () => {
    it('of a reply is the new text of the model, although nothing has changed', async () => {
      const [account, id] = await oneReview({}, { hasModel: true });
      const first = (await reply(account, id)).body.reply;
      const text = 'Thank you for the kind words about our staff. We hope to see you again soon.';
      ai.model.behave((chat) => answerWith(chat, { ...goodAnswer(chat.task), text }));
      expect((await reply(account, id)).body.reply).toContain(text);
      expect(first).not.toContain(text);
    });

    it.each(['reply', 'tags'])('of %s is refused beyond the daily cap, and has no cooldown', async (what) => {
      const [account, id] = await oneReview({}, { cap: 2 });
      const path = `${PATH}/${what}/${id}`;
      for (const status of [200, 200, 429]) {
        expect((await account.as().post('ai', path, { body: {} })).status).toBe(status);
      }
      expect((await account.as().post('ai', path, { body: {} })).body).toMatchObject({
        code: 'ai_daily_cap_reached',
        limit: 2,
      });
      expect(await account.used()).toBe(2);
    });

    it.each(['reply', 'tags'])('of %s is asked of the model each time', async (what) => {
      const [account, id] = await oneReview({}, { hasModel: true });
      for (const requests of [1, 2]) {
        const { body } = await account.as().post('ai', `${PATH}/${what}/${id}`, { body: {} });
        expect([body.model, ai.model.requests.length]).toEqual(['writer-1', requests]);
      }
      expect(await account.used()).toBe(2);
    });

    it.each(['reply', 'tags'])(
      'of %s for a review of others or a deleted one is refused with 404 before anything else, without asking its owner',
      async (what) => {
        const [owner, id] = await oneReview({}, { hasModel: true, cap: 0 });
        const stranger = await ai.account({ hasModel: true, cap: 0 });
        const ask = (account: AiAccount, review: number, as = {}) =>
          account.as(as).post('ai', `${PATH}/${what}/${review}`, { body: { tone: 'rude', language: 'xx' } });
        const msg = expect.stringMatching(
          /^No review with id \d+ .*If it was added a moment ago, try again shortly\.$/,
        );
        const refused = { status: 404, body: { code: 'not_found', msg } };
        expect(await ask(stranger, id)).toMatchObject(refused);
        expect(await ask(owner, id, { sub_account_id: owner.id + 5, main: false })).toMatchObject(refused);
        await owner.edit(id, null);
        expect(await ask(owner, id)).toMatchObject(refused);
        expect([ai.model.requests.length, reviews.requests.length]).toEqual([0, 0]);
      },
    );

    it.each(['reply', 'tags'])('of %s needs the scope ai:write and an id', async (what) => {
      const [account, id] = await oneReview({});
      const ask = (review: unknown, scopes: ('ai:read' | 'ai:write')[]) =>
        account.as({ scopes }).post('ai', `${PATH}/${what}/${String(review)}`, { body: {} });
      expect(await ask(id, ['ai:read'])).toMatchObject({ status: 403, body: { required: 'ai:write' } });
      expect(await ask('x', ['ai:write'])).toMatchObject({ status: 404, body: { code: 'not_found' } });
    });
  });
});

/** The id of a review that no event has told of. */
const NEW = 77;

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

describe('new review', () => {
  const TAGS = { tags: [{ id: 3, name: 'staff' }] };

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
      // Once for the review, and once for the name of its author.
      expect(asked()).toEqual(Array(2).fill(`GET /public/v1/reviews/get/${NEW}`));
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
      expect((await draft(account, 'reply', 0)).status).toBe(404);
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
});
