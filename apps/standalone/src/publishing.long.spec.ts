import { invitationsService } from '@plaudit/invitations';
import { reviewsService } from '@plaudit/reviews';
import {
  buildPublicPrincipal,
  type Caller,
  type HttpResult,
  startWorld,
  type World,
  type FixtureServer,
  HttpClient,
  startFixtureServer,
  itAtLength,
} from '@plaudit/testing';
import { widgetsService } from '@plaudit/widgets';
import { type RunningServices, startServices } from '@plaudit/runtime';

describe('publishing to widgets', () => {
  let world: World;
  let visitor: Caller;
  let client: Caller;
  let subAccount = 100;

  beforeAll(async () => {
    world = await startWorld({
      services: [
        { definition: reviewsService },
        { definition: widgetsService },
        { definition: invitationsService, settings: { CHANNELS_URL: 'http://127.0.0.1:1' } },
      ],
    });
    visitor = world.as(buildPublicPrincipal());
  });
  beforeEach(() => {
    client = world.as({ sub_account_id: ++subAccount });
  });
  afterAll(() => world.close());

  async function widget(settings: object = {}): Promise<{ id: number; key: string }> {
    const added = await client.post('widgets', '/public/v1/widgets/add', {
      body: { type: 'list', settings },
    });
    expect(added.status).toBe(201);
    return added.body as { id: number; key: string };
  }

  async function review(text: string, fields: object = {}): Promise<number> {
    const body = {
      from_name: 'Noa Bergman',
      text,
      posted_on: '2026-01-31',
      rating_value: 5,
      status: 'approved',
      ...fields,
    };
    const added = await client.post('reviews', '/public/v1/reviews/add', { body });
    expect(added.status).toBe(200);
    return added.body.id as number;
  }

  async function change(id: number, body: object): Promise<void> {
    expect(await client.put('reviews', `/public/v1/reviews/update/${id}`, { body })).toMatchObject({
      status: 200,
    });
  }

  function embed(key: string, etag?: string): Promise<HttpResult> {
    const headers: Record<string, string> = etag ? { 'if-none-match': etag } : {};
    return visitor.get('widgets', `/embed/v1/widgets/${key}.json`, { headers });
  }

  async function shown(key: string): Promise<string[]> {
    const { body } = await embed(key);
    return (body as { reviews: { text: string }[] }).reviews.map(({ text }) => text);
  }

  it('counts the same reviews in the header, the bars and the disclosure', async () => {
    await review('Five.');
    await review('Three.', { rating_value: 3 });
    await review('No rating.', { rating_value: null });
    await review('Unseen.', { rating_value: 1, status: 'inbox' });
    const story = async (rating_basis: string): Promise<object> => {
      const { body } = await embed((await widget({ header: { rating_basis } })).key);
      const { rating, count, distribution, matching } = body.summary;
      return { rating, count, distribution, matching, disclosure: body.disclosure.text };
    };
    const selected = 'The business selected 3 of 4 collected reviews, and the overall rating counts';
    const collected = `${selected} every collected review with stars.`;
    const all = { rating: 3, count: 3, distribution: [1, 0, 1, 0, 1], matching: 3, disclosure: collected };
    expect([await story('official'), await story('collected')]).toEqual([all, all]);
    const disclosure = `${selected} only these.`;
    const distribution = [1, 0, 1, 0, 0];
    expect(await story('approved')).toEqual({ rating: 4, count: 2, distribution, matching: 3, disclosure });
  });

  it('takes effect when the approving PUT returns, and ends when the un-approving PUT returns', async () => {
    const { key } = await widget();
    for (let round = 0; round < 5; round++) {
      const text = `Round ${round}`;
      const id = await review(text, { status: 'inbox' });
      const before = await embed(key);
      expect(JSON.stringify(before.body)).not.toContain(text);
      await change(id, { status: 'approved' });
      const after = await embed(key, before.headers.get('etag') as string);
      expect(after.status).toBe(200);
      expect(JSON.stringify(after.body)).toContain(text);
      await change(id, { status: 'ignored' });
      expect(await shown(key)).not.toContain(text);
    }
  });

  it('shows an addition, an edit and a deletion at once', async () => {
    const { key } = await widget();
    const id = await review('Before.');
    expect(await shown(key)).toEqual(['Before.']);
    await change(id, { text: 'After.' });
    expect(await shown(key)).toEqual(['After.']);
    await client.delete('reviews', `/public/v1/reviews/delete/${id}`);
    expect(await shown(key)).toEqual([]);
  });

  it('shows a bulk and an erasure at once', async () => {
    const { key } = await widget();
    const item = (text: string, more: object) => ({
      from_name: 'Ben Adler',
      text,
      posted_on: '2026-01-31',
      ...more,
    });
    const bulk = await client.post('reviews', '/public/v1/reviews/add_bulk', {
      body: {
        reviews: [
          item('One, says Ben Adler.', { status: 1, from_email: 'ben@example.com' }),
          item('Two.', { status: 0 }),
        ],
      },
    });
    expect(bulk.body).toMatchObject({ inserted: 2 });
    expect(await shown(key)).toEqual(['One, says Ben Adler.']);
    const erased = await client.post('reviews', '/public/v1/privacy/erase', {
      body: { from_email: 'ben@example.com' },
    });
    expect(erased.body).toMatchObject({ success: true, reviews: 1 });
    const { body } = await embed(key);
    expect(body.reviews).toMatchObject([{ text: 'One, says […].' }]);
    expect(JSON.stringify(body)).not.toMatch(/ben|adler/i);
  });

  it('never shows reviews that are in the inbox, ignored or of another account', async () => {
    const { key } = await widget();
    await review('Shown.');
    await review('In the inbox.', { status: 'inbox' });
    await review('Ignored.', { status: 'ignored' });
    const [mine] = [client];
    client = world.as({ sub_account_id: ++subAccount });
    await review('Of a stranger.');
    client = mine;
    expect(await shown(key)).toEqual(['Shown.']);
    expect((await embed(key)).body.disclosure.text).toContain('selected 1 of 3 collected reviews');
  });

  it('pages through a long list and applies the visitor’s filters', async () => {
    const { key } = await widget({ source: { limit: 3, min_rating: 2 }, behavior: { page_size: 2 } });
    for (let day = 1; day <= 8; day++) {
      await review(`Day ${day}`, { posted_on: `2026-01-0${day}`, rating_value: (day % 5) + 1 });
    }
    const page = async (query: Record<string, string>): Promise<{ texts: string[]; next: string | null }> => {
      const { body } = await visitor.get('widgets', `/embed/v1/widgets/${key}/reviews`, { query });
      return { texts: body.reviews.map(({ text }: { text: string }) => text), next: body.next };
    };
    const first = await embed(key);
    const seen = await shown(key);
    let next = first.body.next as string | null;
    while (next) {
      const more = await page({ cursor: next });
      seen.push(...more.texts);
      next = more.next;
    }
    expect(seen).toEqual(['Day 8', 'Day 7', 'Day 6', 'Day 4', 'Day 3', 'Day 2', 'Day 1']);
    expect((await page({ rating: '5' })).texts).toEqual(['Day 4']);
    expect((await page({ q: 'day 7' })).texts).toEqual(['Day 7']);
    expect((await page({ sort: 'lowest' })).texts[0]).toBe('Day 6');
    expect((await page({ rating: '1' })).texts).toEqual([]);
  });

  it('lists the reviews of a widget to its owner, by default the approved ones', async () => {
    const { id } = await widget();
    await review('Shown.');
    await review('Waiting.', { status: 'inbox' });
    const listed = await client.get('widgets', `/public/v1/widgets/${id}/reviews`, { query: { limit: 10 } });
    expect(listed).toMatchObject({ status: 200, body: { count: 1, limit: 10, items: [{ text: 'Shown.' }] } });
    const waiting = await client.get('widgets', `/public/v1/widgets/${id}/reviews`, {
      query: { status: 'inbox' },
    });
    expect(waiting.body.items).toMatchObject([{ text: 'Waiting.' }]);
    const wrong = await client.get('widgets', `/public/v1/widgets/${id}/reviews`, {
      query: { before_ts: '1' },
    });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'cursor_incomplete' } });
  });
});

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

  itAtLength('shows every change at once in both while many visitors look', async () => {
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
