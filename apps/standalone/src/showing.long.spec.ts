import { aiService } from '@plaudit/ai';
import { type Scope, ERASE_INVITATIONS_PATH, inviteAnswered } from '@plaudit/contracts';
import { invitationsService } from '@plaudit/invitations';
import { reviewsService } from '@plaudit/reviews';
import {
  type Caller,
  startWorld,
  type World,
  buildPublicPrincipal,
  eventually,
  type FixtureResponse,
  type FixtureServer,
  startFixtureServer,
  buildEvent,
  itAtLength,
} from '@plaudit/testing';
import { widgetsService } from '@plaudit/widgets';

interface Shown {
  name: string;
  shows?: string;
  why?: string | null;
  shown?: number;
}

type Query = Record<string, string>;

/** A sub account with other reviews. */
const OTHER = 3;

describe('reviews and widgets', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({
      services: [
        { definition: reviewsService, settings: { INVITATIONS_URL: 'http://127.0.0.1:1' } },
        { definition: widgetsService },
        { definition: aiService },
      ],
    });
  });
  afterAll(() => world.close());

  describe('GET /widgets/showing/{review_id}', () => {
    let client: Caller;

    beforeAll(async () => {
      client = world.as({
        sub_account_id: OTHER,
        scopes: ['widgets:read', 'widgets:write', 'reviews:read', 'reviews:write'],
      });
      for (const [name, type, settings, active] of [
        ['Everything', 'list', {}, true],
        ['Best', 'grid', { source: { min_rating: 4 } }, true],
        ['Two newest', 'carousel', { source: { limit: 2 } }, true],
        ['Stars', 'badge', {}, true],
        ['Off', 'list', {}, false],
        ['No such source', 'list', { source: { sources: [999_999] } }, true],
      ]) {
        const body = { name, type, settings, active };
        expect((await client.post('widgets', '/public/v1/widgets/add', { body })).status).toBe(201);
      }
    });

    async function add(day: number, rating_value: number, status: string): Promise<number> {
      const body = {
        from_name: `Ida ${day}`,
        text: 'Good',
        posted_on: `2026-01-0${day}`,
        rating_value,
        status,
      };
      return (await client.post('reviews', '/public/v1/reviews/add', { body })).body.id as number;
    }
    const ask = (id: number | string, caller = client) =>
      caller.get('widgets', `/public/v1/widgets/showing/${id}`);
    const askFor = (ids: unknown, caller = client) =>
      caller.post('widgets', '/public/v1/widgets/showing', { body: { ids } });
    const shortened = (widgets: Shown[]) => widgets.map(({ name, shows, why }) => [name, shows, why]);

    it('says of each active widget whether it shows the review, and why it never does', async () => {
      const [old, waiting] = [await add(1, 5, 'approved'), await add(2, 3, 'inbox')];
      expect(shortened((await ask(old)).body.widgets)).toEqual([
        ['Everything', 'now', null],
        ['Best', 'now', null],
        ['Two newest', 'now', null],
        ['Stars', 'never', 'rating_only'],
        ['No such source', 'never', 'filtered'],
      ]);
      expect(shortened((await ask(waiting)).body.widgets)).toEqual([
        ['Everything', 'if_approved', null],
        ['Best', 'never', 'filtered'],
        ['Two newest', 'if_approved', null],
        ['Stars', 'never', 'rating_only'],
        ['No such source', 'never', 'filtered'],
      ]);
      for (const day of [3, 4]) await add(day, 4, 'approved');
      expect(shortened((await ask(old)).body.widgets)[2]).toEqual(['Two newest', 'never', 'limit']);
    });

    it('counts for POST /widgets/showing how many of the reviews each widget would show', async () => {
      const ids = [await add(5, 5, 'inbox'), await add(6, 1, 'inbox'), await add(7, 5, 'ignored')];
      const { body } = await askFor([...ids, ids[0], 999_999]);
      expect(body.widgets.map(({ name, shown }: Shown) => [name, shown])).toEqual([
        ['Everything', 3],
        ['Best', 2],
        ['Two newest', 2],
        ['Stars', 0],
        ['No such source', 0],
      ]);
    });

    it('is refused for a review of another sub account and without the right to read widgets', async () => {
      const id = await add(8, 5, 'inbox');
      const foreign = world.as({ sub_account_id: 2 });
      expect((await ask(id, foreign)).status).toBe(404);
      expect((await askFor([id], foreign)).body).toEqual({ widgets: [] });
      const reader = world.as({ sub_account_id: OTHER, scopes: ['reviews:read'] });
      expect([(await ask(id, reader)).status, (await askFor([id], reader)).status]).toEqual([403, 403]);
      expect((await ask(id, world.as({ sub_account_id: OTHER, scopes: ['widgets:read'] }))).status).toBe(200);
    });

    it.each<[string, unknown]>([
      ['no list', undefined],
      ['an empty list', []],
      ['a list of 101 reviews', Array.from({ length: 101 }, (_, n) => n + 1)],
      ['an id that is none', ['one']],
    ])('refuses %s of reviews and names the field', async (_what, ids) => {
      const { status, body } = await askFor(ids);
      expect({ status, field: body.field }).toEqual({ status: 400, field: expect.stringMatching(/^ids/) });
    });
  });

  describe('GET /widgets/{id}/reviews', () => {
    let client: Caller;
    let widget: number;
    let tag: string;
    let source: string;

    beforeAll(async () => {
      client = world.as();
      const reviews = Array.from({ length: 24 }, (_, n) => ({
        from_name: n % 2 ? 'Ann' : 'Ben',
        text: `${n % 3 ? 'Bread' : 'Cake'} ${n}`,
        posted_on: `2026-01-0${1 + (n % 3)}`,
        status: n % 4 ? 'approved' : 'inbox',
        rating_value: 1 + (n % 5),
        tags: n % 5 ? [] : ['sweet'],
        ...(n % 6
          ? {}
          : { from_image: 'https://example.com/face.jpg', video_url: 'https://example.com/v.mp4' }),
      }));
      const added = await client.post('reviews', '/public/v1/reviews/add_bulk', { body: { reviews } });
      expect(added.body).toMatchObject({ inserted: 24 });
      const { body } = await client.get('reviews', '/public/v1/reviews/get', { query: { q: 'Cake 0' } });
      tag = String(body.items[0].tags[0].id);
      source = String(body.items[0].source_id);
      const made = await client.post('widgets', '/public/v1/widgets/add', { body: { type: 'list' } });
      widget = made.body.id as number;
    });

    const ofWidget = (query: Query) =>
      client.get('widgets', `/public/v1/widgets/${widget}/reviews`, { query });
    const ofAll = (query: Query) => client.get('reviews', '/public/v1/reviews/get', { query });

    it('accepts every filter of GET /reviews/get and returns approved reviews by default', async () => {
      const questions: Query[] = [
        {},
        { rating: '4,5' },
        { channels: '7', sources: source },
        { tags: tag },
        { q: 'ann' },
        { keyword: 'cake' },
        { media_only: '1' },
        { with_photos: '1' },
        { limit: '2' },
        { min_rating: '2', max_rating: '3.5' },
        { since: '2026-01-02', until: '2026-01-02' },
        { translate: 'fr', limit: '1' },
        { status: 'inbox' },
        { status: '0,1', rating: '1' },
      ];
      for (const query of questions) {
        const { status, body } = await ofAll({ status: 'approved', ...query });
        expect(body.count).toBeGreaterThan(0);
        expect(await ofWidget(query)).toMatchObject({ status, body });
      }
      expect((await ofWidget({})).body.count).toBe(18);
    });

    it('returns the next page for a cursor', async () => {
      const seen: number[] = [];
      let query: Query = { limit: '7' };
      for (;;) {
        const { body } = await ofWidget(query);
        if (body.items.length === 0) break;
        seen.push(...body.items.map(({ id }: { id: number }) => id));
        query = {
          limit: '7',
          before_ts: String(body.next_before_ts),
          before_id: String(body.next_before_id),
        };
      }
      const { body: all } = await ofAll({ status: 'approved' });
      expect(seen).toEqual(all.items.map(({ id }: { id: number }) => id));
    });

    it('returns the errors of reviews unchanged', async () => {
      expect(await ofWidget({ rating: '6' })).toMatchObject({ status: 400, body: { field: 'rating' } });
      expect(await ofWidget({ before_ts: '1' })).toMatchObject({
        status: 400,
        body: { code: 'cursor_incomplete', field: 'before_id' },
      });
      const missing = await client.get('widgets', '/public/v1/widgets/999999/reviews');
      expect(missing).toMatchObject({ status: 404, body: { code: 'not_found' } });
    });

    it('needs only the scope of widgets, and a key of another scope is refused', async () => {
      const ofScopes = (scopes: Scope[]) =>
        world.as({ scopes }).get('widgets', `/public/v1/widgets/${widget}/reviews`);
      expect(await ofScopes(['widgets:read'])).toMatchObject({ status: 200, body: { count: 18 } });
      expect(await ofScopes(['reviews:read'])).toMatchObject({
        status: 403,
        body: { required: 'widgets:read' },
      });
      const inbox = world.as({ scopes: ['widgets:read'] });
      expect(await inbox.get('reviews', '/public/v1/reviews/get')).toMatchObject({ status: 403 });
      const foreign = world.as({ scopes: ['widgets:read'], sub_account_id: 77 });
      expect(await foreign.get('widgets', `/public/v1/widgets/${widget}/reviews`)).toMatchObject({
        status: 404,
      });
    });

    it('reports that no translator is available', async () => {
      const { status, headers, body } = await ofAll({ translate: 'pt-BR' });
      expect({ status, provider: headers.get('x-translation-provider') }).toEqual({
        status: 200,
        provider: 'none',
      });
      for (const item of body.items) {
        expect(item).toMatchObject({ text_original: item.text, translation: 'unavailable' });
        expect(item).not.toHaveProperty('text_language');
      }
      expect(world.logs.errors()).toEqual([]);
    });
  });
});

describe('GET /widgets/{id}/reviews with a translation that is slow or impossible', () => {
  let ai: FixtureServer;
  let world: World;
  let client: Caller;
  let widget: { id: number; key: string };

  beforeAll(async () => {
    ai = await startFixtureServer();
    // The limits are those of production, because the test waits for one of them.
    const settings = { AI_URL: ai.url, SERVICE_TIMEOUT_FACTOR: '1' };
    world = await startWorld({
      services: [
        { definition: reviewsService, settings: { ...settings, INVITATIONS_URL: 'http://127.0.0.1:1' } },
        { definition: widgetsService, settings },
      ],
    });
    client = world.as();
    const review = { from_name: 'Ida', text: 'Guten Tag', posted_on: '2026-01-01', status: 'approved' };
    expect(await client.post('reviews', '/public/v1/reviews/add', { body: review })).toMatchObject({
      status: 200,
    });
    const added = await client.post('widgets', '/public/v1/widgets/add', { body: { type: 'list' } });
    widget = added.body as typeof widget;
  });
  afterAll(async () => {
    await world.close();
    await ai.close();
  });

  const list = (translate: string) =>
    client.get('widgets', `/public/v1/widgets/${widget.id}/reviews`, { query: { translate } });
  const original = (translation: string) => ({
    status: 200,
    body: { items: [{ text: 'Guten Tag', text_original: 'Guten Tag', translation }] },
  });
  const embed = () => world.as(buildPublicPrincipal()).get('widgets', `/embed/v1/widgets/${widget.key}.json`);

  itAtLength(
    'waits 8 s for the translation, then returns the original texts, while embeds answer at once',
    async () => {
      const translated = { provider: 'mirror', translations: [{ text: 'Bonjour', gap: null }] };
      const inTime = { body: translated, delayMs: 7_000 };
      await eventually(
        () => list('de'),
        ({ status }) => status === 200,
        'the first connections between the services',
      );
      ai.requests.length = 0;
      ai.handle((request): FixtureResponse =>
        request.json<{ language: string }>().language === 'fr' ? inTime : 'hang',
      );
      let finished = 0;
      const lists = ['fr', 'es', 'es', 'es'].map((language) => list(language).finally(() => (finished += 1)));
      await eventually(
        () => ai.requests.length,
        (requests) => requests === 4,
        'the requests to ai',
      );
      for (let visitor = 0; visitor < 20; visitor += 1) expect(await embed()).toMatchObject({ status: 200 });
      expect(finished).toBe(0);
      const [french, ...spanish] = await Promise.all(lists);
      expect(french).toMatchObject({
        status: 200,
        body: { items: [{ text: 'Bonjour', text_language: 'fr' }] },
      });
      for (const page of spanish) expect(page).toMatchObject(original('unavailable'));
      expect(await embed()).toMatchObject({ status: 200, body: { reviews: [{ text: 'Guten Tag' }] } });
    },
  );

  it.each<[string, FixtureResponse, string]>([
    ['answers garbage', { body: '{"provider":7}' }, 'failed'],
    ['hangs up', 'reset', 'unavailable'],
  ])('returns the original texts while ai %s', async (_fault, response, translation) => {
    ai.handle(() => response);
    const page = await eventually(
      () => list('fr'),
      ({ body }) => body.items?.[0]?.translation === translation,
      'the translation to be tried again',
    );
    expect(page).toMatchObject(original(translation));
  });
});

const ERASE = '/public/v1/privacy/erase';

const ACCOUNT = 1;

describe('POST /privacy/erase in reviews and invitations', () => {
  let world: World;
  let client: Caller;

  beforeAll(async () => {
    world = await startWorld({
      services: [
        { definition: reviewsService },
        { definition: invitationsService, settings: { CHANNELS_URL: 'http://127.0.0.1:1' } },
      ],
    });
    client = world.as({ account_id: ACCOUNT, sub_account_id: ACCOUNT, main: true });
  });
  afterAll(() => world.close());

  /** Stores requests to a person in two sub accounts, the first of which led to a review. Returns its id. */
  async function plant(type: 'email' | 'sms', recipient: string): Promise<number> {
    const [first] = await world.admin.query<{ id: number }>(
      `insert into invitations.requests (account_id, sub_account_id, settings_id, type, status, name, recipient, recipient_key, schedule,
         reviewed_on)
       select ${ACCOUNT}, sub, 1, $1, 'sent', 'Noa Bergman', $2, sha256(lower($2)::bytea), now(), now()
       from generate_series(11, 12) sub returning id`,
      [type, recipient],
    );
    await world.admin.query(
      `insert into invitations.settings_profiles (account_id, sub_account_id, name)
       select ${ACCOUNT}, sub, 'Visit' from generate_series(11, 12) sub on conflict do nothing`,
    );
    return first!.id;
  }

  async function answer(id: number, from_email: string | null): Promise<number> {
    await world.publish(
      buildEvent(inviteAnswered, { accountid: ACCOUNT, subaccountid: 11, data: { id, from_email } }),
    );
    const [review] = await eventually(
      () => world.admin.query<{ id: number }>('select id from reviews.reviews where invite_id = $1', [id]),
      ({ length }) => length === 1,
      'the review',
    );
    return review!.id;
  }

  it.each<['email' | 'sms', string, string | null]>([
    ['email', 'Noa@BÜCHER.example', 'Noa@xn--bcher-kva.example'],
    ['sms', '+33612345678', null],
  ])('anonymises a recipient of the type %s in all sub accounts', async (type, recipient, from_email) => {
    const id = await plant(type, from_email ?? recipient);
    const review = await answer(id, from_email);
    expect((await client.post('reviews', ERASE, { body: { recipient } })).body).toEqual({
      success: true,
      reviews: 1,
      invitations: 2,
      sub_accounts: [
        { sub_account_id: 11, reviews: 1, invitations: 1 },
        { sub_account_id: 12, reviews: 0, invitations: 1 },
      ],
    });
    const [stored] = await world.admin.query('select * from reviews.reviews where id = $1', [review]);
    expect(stored).toMatchObject({ from_name: 'Anonymous', from_email: null, invite_id: id });
    const left = await world.admin.query(
      "select 1 from invitations.requests where name is not null or recipient <> ''",
    );
    expect(left).toEqual([]);
    expect((await client.post('reviews', ERASE, { body: { recipient } })).body).toMatchObject({
      reviews: 0,
      invitations: 0,
    });
  });

  it('anonymises the review in a repeat, if the first request ended between the two services', async () => {
    const recipient = '+33612345679';
    const review = await answer(await plant('sms', recipient), null);
    await client.post('invitations', ERASE_INVITATIONS_PATH, { body: { recipient } });
    const nameOf = async (): Promise<string | undefined> =>
      (
        await world.admin.query<{ from_name: string }>(
          'select from_name from reviews.reviews where id = $1',
          [review],
        )
      )[0]?.from_name;
    expect(await nameOf()).toBe('Noa Bergman');
    expect((await client.post('reviews', ERASE, { body: { recipient } })).body).toMatchObject({
      reviews: 1,
      invitations: 0,
    });
    expect(await nameOf()).toBe('Anonymous');
  });

  it('refuses a key of another role before it asks for anything', async () => {
    const editor = world.as({ account_id: ACCOUNT, sub_account_id: ACCOUNT, main: true, role: 'editor' });
    const body = { recipient: 'noa@example.com' };
    expect(await editor.post('reviews', ERASE, { body })).toMatchObject({
      status: 403,
      body: { required: 'admin' },
    });
  });
});
