import {
  type Caller,
  type FixtureServer,
  startFixtureServer,
  startWorld,
  type World,
} from '@plaudit/testing';
import { InvitationsStub } from '../privacy/invitations-stub.suite';
import { reviewsService } from '../service';

const GOOD = { from_name: 'Noa Bergman', text: 'Great bread.', posted_on: '2026-01-31' };

/**
 * Checks that widgets is notified of every change that a widget could show, after its commit and before the client has
 * its response. A stub replaces the widgets service. The specs of apps/standalone test that a widget then shows the
 * change.
 */
describe('WidgetRevisionClient', () => {
  let widgets: FixtureServer;
  let invitations: InvitationsStub;
  let world: World;
  let client: Caller;
  let subAccount = 100;
  /** The notices that widgets got, each with the reviews that were committed at that time. */
  let notices: { body: unknown; reviews: { status: number; text: string; from_name: string }[] }[];

  beforeAll(async () => {
    widgets = await startFixtureServer();
    invitations = await InvitationsStub.start();
    const settings = { WIDGETS_URL: widgets.url, INVITATIONS_URL: invitations.url };
    world = await startWorld({ services: [{ definition: reviewsService, settings }], nats: false });
  });
  beforeEach(() => {
    client = world.as({ sub_account_id: ++subAccount, main: false });
    notices = [];
    widgets.handle(async (request) => {
      const reviews = await world.admin.query<(typeof notices)[number]['reviews'][number]>(
        'select status, text, from_name from reviews.reviews where sub_account_id = $1 order by id',
        [subAccount],
      );
      notices.push({ body: request.json(), reviews });
      return { body: { rev: 1 } };
    });
  });
  afterAll(async () => {
    await world.close();
    await widgets.close();
    await invitations.close();
  });

  const post = (path: string, body: object) => client.post('reviews', `/public/v1/${path}`, { body });
  const update = (id: number, body: object) =>
    client.put('reviews', `/public/v1/reviews/update/${id}`, { body });
  async function add(overrides: object = {}): Promise<number> {
    const added = await post('reviews/add', { ...GOOD, ...overrides });
    expect(added.status).toBe(200);
    return added.body.id as number;
  }
  /** Runs `work` and returns the notices that it led to. */
  async function noticesOf(work: () => Promise<{ status: number }>): Promise<typeof notices> {
    notices = [];
    expect(await work()).toMatchObject({ status: 200 });
    return notices;
  }
  const owner = () => ({ account_id: 1, sub_account_id: subAccount });

  it('tells widgets when an approved review is added', async () => {
    const sent = await noticesOf(() => post('reviews/add', { ...GOOD, status: 1 }));
    expect(sent).toEqual([
      { body: owner(), reviews: [{ status: 1, text: 'Great bread.', from_name: 'Noa Bergman' }] },
    ]);
  });

  it('tells widgets once about a bulk request with an approved review', async () => {
    const reviews = ['a', 'b', 'c'].map((text, n) => ({ ...GOOD, text, status: n }));
    const sent = await noticesOf(() => post('reviews/add_bulk', { reviews }));
    expect(sent).toMatchObject([
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
  ])('tells widgets when a review is %s', async (_what, status, change, committed) => {
    const id = await add({ status });
    const sent = await noticesOf(() => update(id, change));
    expect(sent).toMatchObject([{ body: owner(), reviews: [committed] }]);
  });

  it.each([
    ['approves a review', 'inbox', { status: 1 }, 1],
    ['tags an approved review', 'approved', { tags_add: ['bread'] }, 1],
    ['has been made already', 'ignored', { status: 2 }, 1],
    ['only tags a review of the inbox', 'inbox', { tags_add: ['bread'] }, 0],
    ['is a dry run', 'approved', { status: 0, validate_only: true }, 0],
  ])(
    'tells widgets about a bulk update as often as it must if it %s',
    async (_what, status, change, count) => {
      const ids = [await add({ status }), 999_999_999];
      const sent = await noticesOf(() =>
        client.put('reviews', '/public/v1/reviews/update_bulk', { body: { ids, ...change } }),
      );
      expect(sent).toHaveLength(count);
    },
  );

  it('tells widgets when an approved review is deleted', async () => {
    const id = await add({ status: 1 });
    const sent = await noticesOf(() => client.delete('reviews', `/public/v1/reviews/delete/${id}`));
    expect(sent).toEqual([{ body: owner(), reviews: [] }]);
  });

  it('tells widgets when the author of an approved review is erased', async () => {
    await add({ status: 1, from_email: 'noa@example.com' });
    const sent = await noticesOf(() => post('privacy/erase', { from_email: 'noa@example.com' }));
    expect(sent).toMatchObject([{ body: owner(), reviews: [{ from_name: 'Anonymous' }] }]);
  });

  it.each([1, 2])('tells widgets again when an update to status %d changes nothing', async (status) => {
    const id = await add({ status });
    const sent = await noticesOf(() => update(id, { status }));
    expect(sent).toMatchObject([{ body: owner(), reviews: [{ status }] }]);
    const [row] = await world.admin.query('select version from reviews.reviews where id = $1', [id]);
    expect(row).toEqual({ version: 1 });
  });

  it('does not tell widgets about changes that no widget shows', async () => {
    const id = await add({ from_email: 'noa@example.com' });
    const sent = await noticesOf(async () => {
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
    expect(sent).toEqual([]);
  });

  it.each([
    ['fail', () => ({ status: 500 })],
    ['hang', () => 'hang' as const],
    ['go away', () => 'reset' as const],
  ])('does not fail the request when widgets %s', async (_what, answer) => {
    widgets.handle(answer);
    const added = await post('reviews/add', { ...GOOD, status: 1 });
    expect(added).toMatchObject({ status: 200, body: { review: { status: 'approved' } } });
    expect((await update(added.body.id as number, { status: 0 })).status).toBe(200);
  });
});
