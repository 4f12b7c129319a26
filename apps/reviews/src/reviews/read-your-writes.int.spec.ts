import {
  type Caller,
  type FixtureServer,
  startFixtureServer,
  startWorld,
  type World,
} from '@plaudit/testing';
import { reviewsService } from '../service';

const GOOD = { from_name: 'Noa Bergman', text: 'Great bread.', posted_on: '2026-01-31' };

/**
 * The stand-in for widgets is told of every change that a widget could show, after its commit and before the client has
 * the answer. That a widget then shows it is tested with the real one, in the standalone.
 */
describe('widgets are told before the client is', () => {
  let widgets: FixtureServer;
  let world: World;
  let client: Caller;
  let subAccount = 100;
  /** What was committed when widgets were told, in turn. */
  let told: { body: unknown; reviews: { status: number; text: string; from_name: string }[] }[];

  beforeAll(async () => {
    widgets = await startFixtureServer();
    world = await startWorld({
      services: [{ definition: reviewsService, settings: { WIDGETS_URL: widgets.url } }],
      nats: false,
    });
  });
  beforeEach(() => {
    client = world.as({ sub_account_id: ++subAccount });
    told = [];
    widgets.handle(async (request) => {
      const reviews = await world.admin.query<(typeof told)[number]['reviews'][number]>(
        'select status, text, from_name from reviews.reviews where sub_account_id = $1 order by id',
        [subAccount],
      );
      told.push({ body: request.json(), reviews });
      return { body: { rev: 1 } };
    });
  });
  afterAll(async () => {
    await world.close();
    await widgets.close();
  });

  const post = (path: string, body: object) => client.post('reviews', `/public/v1/${path}`, { body });
  const update = (id: number, body: object) =>
    client.put('reviews', `/public/v1/reviews/update/${id}`, { body });
  async function add(overrides: object = {}): Promise<number> {
    const added = await post('reviews/add', { ...GOOD, ...overrides });
    expect(added.status).toBe(200);
    return added.body.id as number;
  }
  /** Forgets what was told before `work`; what it led to. */
  async function tellingOf(work: () => Promise<{ status: number }>): Promise<typeof told> {
    told = [];
    expect(await work()).toMatchObject({ status: 200 });
    return told;
  }
  const owner = () => ({ account_id: 1, sub_account_id: subAccount });

  it('of an approved review that is added', async () => {
    const telling = await tellingOf(() => post('reviews/add', { ...GOOD, status: 1 }));
    expect(telling).toEqual([
      { body: owner(), reviews: [{ status: 1, text: 'Great bread.', from_name: 'Noa Bergman' }] },
    ]);
  });

  it('of a bulk once, when any of it is approved', async () => {
    const reviews = ['a', 'b', 'c'].map((text, n) => ({ ...GOOD, text, status: n }));
    const telling = await tellingOf(() => post('reviews/add_bulk', { reviews }));
    expect(telling).toMatchObject([
      { body: owner(), reviews: [{ text: 'a' }, { text: 'b', status: 1 }, { text: 'c' }] },
    ]);
  });

  it.each([
    ['approved', 'inbox', { status: 1 }, { status: 1 }],
    ['unapproved', 'approved', { status: 'ignored' }, { status: 2 }],
    ['edited', 'approved', { text: 'Edited.' }, { text: 'Edited.' }],
    ['tagged', 'approved', { tags: ['bread'] }, {}],
    ['rated', 'approved', { rating_value: 3 }, {}],
    ['given a video', 'approved', { video_url: 'https://example.com/a.mp4' }, {}],
  ])('of a review that is %s', async (_what, status, change, committed) => {
    const id = await add({ status });
    const telling = await tellingOf(() => update(id, change));
    expect(telling).toMatchObject([{ body: owner(), reviews: [committed] }]);
  });

  it('of an approved review that is deleted', async () => {
    const id = await add({ status: 1 });
    const telling = await tellingOf(() => client.delete('reviews', `/public/v1/reviews/delete/${id}`));
    expect(telling).toEqual([{ body: owner(), reviews: [] }]);
  });

  it('of an approved review whose author is erased', async () => {
    await add({ status: 1, from_email: 'noa@example.com' });
    const telling = await tellingOf(() => post('privacy/erase', { from_email: 'noa@example.com' }));
    expect(telling).toMatchObject([{ body: owner(), reviews: [{ from_name: 'Anonymous' }] }]);
  });

  it.each([
    ['a review', 'reviews/add', { ...GOOD, status: 1 }],
    ['a bulk', 'reviews/add_bulk', { reviews: [{ ...GOOD, status: 1 }] }],
  ])(
    'of %s again by a repeat, which may be answered before the request that it repeats',
    async (_what, path, body) => {
      const send = () =>
        client.post('reviews', `/public/v1/${path}`, { body, headers: { 'idempotency-key': 'once' } });
      await send();
      const telling = await tellingOf(send);
      expect(telling).toMatchObject([{ body: owner(), reviews: [{ status: 1 }] }]);
    },
  );

  it.each([1, 2])('again by an update to %d that finds the review as it is to be', async (status) => {
    const id = await add({ status });
    const telling = await tellingOf(() => update(id, { status }));
    expect(telling).toMatchObject([{ body: owner(), reviews: [{ status }] }]);
    const [row] = await world.admin.query('select version from reviews.reviews where id = $1', [id]);
    expect(row).toEqual({ version: 1 });
  });

  it('not of what no widget shows', async () => {
    const id = await add({ from_email: 'noa@example.com' });
    const telling = await tellingOf(async () => {
      await post('reviews/add', { ...GOOD, text: 'Second.' });
      await post('reviews/add_bulk', { reviews: [{ ...GOOD, text: 'Third.', status: 2 }] });
      await post('reviews/add_bulk', {
        reviews: [{ ...GOOD, text: 'Fourth.', status: 1 }],
        validate_only: true,
      });
      await post('reviews/add', { ...GOOD, status: 1 });
      await update(id, { text: 'Edited.', status: 2 });
      await post('privacy/erase', { from_email: 'noa@example.com' });
      return client.delete('reviews', `/public/v1/reviews/delete/${id}`);
    });
    expect(telling).toEqual([]);
  });

  it.each([
    ['fail', () => ({ status: 500 })],
    ['hang', () => 'hang' as const],
    ['go away', () => 'reset' as const],
  ])('and the client has its answer even when widgets %s', async (_what, answer) => {
    widgets.handle(answer);
    const added = await post('reviews/add', { ...GOOD, status: 1 });
    expect(added).toMatchObject({ status: 200, body: { review: { status: 'approved' } } });
    expect((await update(added.body.id as number, { status: 0 })).status).toBe(200);
  });
});
