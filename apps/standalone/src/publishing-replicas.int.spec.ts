import { invitationsService } from '@plaudit/invitations';
import { reviewsService } from '@plaudit/reviews';
import { type RunningServices, startServices } from '@plaudit/runtime';
import {
  buildPublicPrincipal,
  type Caller,
  type FixtureServer,
  HttpClient,
  type HttpResult,
  startFixtureServer,
  startWorld,
  type World,
} from '@plaudit/testing';
import { widgetsService } from '@plaudit/widgets';

/** Visitors of each replica at the same time. So many make a widget busy, and its reviews leased. */
const CROWD = 20;

/** No notice arrives, neither by request nor by event. Only the question of widgets is left. */
describe('publishing to two replicas of widgets that never answer reviews', () => {
  let silent: FixtureServer;
  let world: World;
  let second: RunningServices;
  let client: Caller;
  let key: string;
  let subAccount = 100;
  let visitors: HttpClient[];
  let etags: (string | undefined)[];

  const startWidgets = () =>
    startServices([{ definition: widgetsService, settings: { ...world.settings('widgets'), PORT: '0' } }]);

  beforeAll(async () => {
    silent = await startFixtureServer(() => 'hang');
    // Each change waits for an answer of widgets as long as in production.
    const settings = { WIDGETS_URL: silent.url, SERVICE_TIMEOUT_FACTOR: '1' };
    world = await startWorld({
      nats: false,
      services: [
        { definition: reviewsService, settings },
        { definition: widgetsService },
        { definition: invitationsService, settings: { CHANNELS_URL: 'http://127.0.0.1:1' } },
      ],
    });
    second = await startWidgets();
  });
  beforeEach(async () => {
    subAccount += 1;
    client = world.as({ account_id: subAccount, sub_account_id: subAccount });
    const added = await client.post('widgets', '/public/v1/widgets/add', { body: { type: 'list' } });
    key = added.body.key as string;
    etags = [];
    await arriveAnew();
  });
  afterAll(async () => {
    await second.close();
    await world.close();
    await silent.close();
  });

  async function arriveAnew(): Promise<void> {
    const token = await world.as(buildPublicPrincipal()).headers('widgets');
    visitors = [world.url('widgets'), second.url('widgets')].map((url) => new HttpClient(url, token));
  }

  function visit(visitor: HttpClient, headers: Record<string, string> = {}): Promise<HttpResult> {
    return visitor.get(`/embed/v1/widgets/${key}.json`, { headers });
  }

  /** What each replica shows to a browser that has what the replica showed last. */
  async function shown(): Promise<(string[] | 'unchanged')[]> {
    return Promise.all(
      visitors.map(async (visitor, index) => {
        const response = await visit(visitor, { 'if-none-match': etags[index] ?? 'none' });
        if (response.status === 304) return 'unchanged';
        etags[index] = response.headers.get('etag') ?? undefined;
        const { reviews } = response.body as { reviews: { text: string }[] };
        return reviews.map(({ text }) => text);
      }),
    );
  }

  /** Runs `work` while other visitors request the widget without a pause. */
  async function amongVisitors(count: number, work: () => Promise<void>): Promise<void> {
    let over = false;
    const visits = visitors.flatMap((visitor) =>
      Array.from({ length: count }, async () => {
        while (!over) await visit(visitor);
      }),
    );
    await work().finally(() => (over = true));
    await Promise.all(visits);
  }

  const both = (...texts: string[]) => [texts, texts];
  const item = (text: string, more: object = {}) => ({
    from_name: 'Ben Adler',
    text,
    posted_on: '2026-01-31',
    ...more,
  });
  async function post(path: string, body: object): Promise<number> {
    const { status, body: answer } = await client.post('reviews', `/public/v1/${path}`, { body });
    expect(status).toBe(200);
    return (answer as { id: number }).id;
  }
  const update = (id: number, body: object) =>
    client.put('reviews', `/public/v1/reviews/update/${id}`, { body });
  const leased = async (): Promise<boolean> => {
    const sql = 'select from reviews.review_revs where sub_account_id = $1 and leased_until is not null';
    return (await world.admin.query(sql, [subAccount])).length > 0;
  };

  async function changeEverything(): Promise<void> {
    const id = await post('reviews/add', item('One.'));
    await shown();
    expect(await update(id, { status: 'approved' })).toMatchObject({ status: 200 });
    expect(await shown()).toEqual(both('One.'));
    expect(await shown()).toEqual(['unchanged', 'unchanged']);
    await update(id, { text: 'Edited.' });
    expect(await shown()).toEqual(both('Edited.'));
    const second = await post('reviews/add', item('Two.', { status: 1, from_email: 'ben@example.com' }));
    expect(await shown()).toEqual(both('Two.', 'Edited.'));
    await client.delete('reviews', `/public/v1/reviews/delete/${second}`);
    expect(await shown()).toEqual(both('Edited.'));
    const bulk = [item('Three, says Ben Adler.', { status: 1, from_email: 'ben@example.com' })];
    await post('reviews/add_bulk', { reviews: bulk });
    expect(await shown()).toEqual(both('Three, says Ben Adler.', 'Edited.'));
    await post('privacy/erase', { from_email: 'ben@example.com' });
    expect(await shown()).toEqual(both('Three, says […].', 'Edited.'));
    await update(id, { status: 'ignored' });
    expect(await shown()).toEqual(both('Three, says […].'));
  }

  it('shows every change at once in both', async () => {
    await changeEverything();
    expect(await leased()).toBe(false);
  });

  it('shows every change at once in both while many visitors look', async () => {
    await amongVisitors(CROWD, async () => {
      await changeEverything();
      expect(await leased()).toBe(true);
    });
  });

  it('shows a change that was made while widgets was down, also to a browser that knows the state before', async () => {
    expect(await shown()).toEqual(both());
    await second.close();
    const id = await post('reviews/add', item('Meanwhile.', { status: 1 }));
    second = await startWidgets();
    await arriveAnew();
    expect(await shown()).toEqual(both('Meanwhile.'));
    await client.delete('reviews', `/public/v1/reviews/delete/${id}`);
    expect(await shown()).toEqual(both());
  });
});
