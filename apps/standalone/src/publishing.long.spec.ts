import { randomBytes } from 'node:crypto';
import { PRINCIPAL_HEADER, urlVariable } from '@plaudit/contracts';
import { gatewayService } from '@plaudit/gateway';
import { invitationsService } from '@plaudit/invitations';
import { reviewsService } from '@plaudit/reviews';
import {
  atLength,
  basicAuth,
  buildPublicPrincipal,
  type Caller,
  type HttpResult,
  startWorld,
  type World,
  HttpClient,
  itAtLength,
} from '@plaudit/testing';
import { widgetsService } from '@plaudit/widgets';
import {
  deriveKey,
  PRINCIPAL_SEED_LABEL,
  principalPublicKey,
  PrincipalSigner,
  type RunningServices,
  startServices,
} from '@plaudit/runtime';

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

/** Visitors of each replica at the same time. */
const CROWD = 20;

const ROUNDS = atLength({ short: 8, long: 40 });

const API_KEY = `rk_${'published0'.repeat(4)}`;
/** Nothing here needs these services. */
const ABSENT = ['channels', 'reports', 'ai', 'webhooks'] as const;

/** All requests of clients, and those of visitors who do not choose a replica, pass the gateway. No event arrives. */
describe('publishing to two replicas of widgets', () => {
  let world: World;
  let second: RunningServices;
  let gateways: RunningServices;
  let client: HttpClient;
  let signer: PrincipalSigner;
  let id: number;
  let key: string;
  /** A visitor of each replica. */
  let visitors: HttpClient[];
  let etags: Map<HttpClient, string>;

  const startWidgets = () =>
    startServices([{ definition: widgetsService, settings: { ...world.settings('widgets'), PORT: '0' } }]);

  beforeAll(async () => {
    const secretsKey = randomBytes(32);
    const seed = deriveKey(secretsKey, PRINCIPAL_SEED_LABEL);
    const settings = {
      SECRETS_KEY: secretsKey.toString('base64'),
      PRINCIPAL_PUBLIC_KEYS: principalPublicKey(seed),
      BOOTSTRAP_API_KEY: API_KEY,
      THROTTLE_BURST: '0',
      ...Object.fromEntries(ABSENT.map((name) => [urlVariable(name), 'http://127.0.0.1:1'])),
    };
    const definitions = [reviewsService, widgetsService, invitationsService, gatewayService];
    world = await startWorld({
      nats: false,
      services: definitions.map((definition) => ({ definition, settings })),
    });
    second = await startWidgets();
    const both = `${world.url('widgets')},${second.url('widgets')}`;
    const ofGateway = { ...world.settings('gateway'), WIDGETS_URL: both, PORT: '0' };
    gateways = await startServices([{ definition: gatewayService, settings: ofGateway }]);
    client = new HttpClient(`${gateways.url('gateway')}/public/v1`, basicAuth(API_KEY));
    signer = new PrincipalSigner(seed);
  });
  beforeEach(async () => {
    const added = await client.post('/widgets/add', { body: { type: 'list' } });
    ({ id, key } = added.body as { id: number; key: string });
    await arriveAnew();
  });
  afterEach(async () => {
    const { body } = await client.get('/reviews/get');
    for (const review of body.items as { id: number }[]) await client.delete(`/reviews/delete/${review.id}`);
  });
  afterAll(async () => {
    await gateways.close();
    await second.close();
    await world.close();
  });

  async function arriveAnew(): Promise<void> {
    const token = await signer.sign(buildPublicPrincipal(), 'widgets', new Date(), 3_600);
    const headers = { [PRINCIPAL_HEADER]: token };
    visitors = [world.url('widgets'), second.url('widgets')].map((url) => new HttpClient(url, headers));
    etags = new Map();
  }

  function visit(visitor: HttpClient, headers: Record<string, string> = {}): Promise<HttpResult> {
    return visitor.get(`/embed/v1/widgets/${key}.json`, { headers });
  }

  /** What a browser gets that has what the visitor got last. */
  async function seenBy(visitor: HttpClient): Promise<string[] | 'unchanged'> {
    const { status, headers, body } = await visit(visitor, {
      'if-none-match': etags.get(visitor) ?? 'none',
    });
    if (status === 304) return 'unchanged';
    etags.set(visitor, headers.get('etag') as string);
    return (body as { reviews: { text: string }[] }).reviews.map(({ text }) => text);
  }

  /** What each replica shows. */
  const shown = () => Promise.all(visitors.map(seenBy));

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
    const { status, body: answer } = await client.post(`/${path}`, { body });
    expect(status).toBe(200);
    return (answer as { id: number }).id;
  }
  async function update(review: number, body: object): Promise<void> {
    expect(await client.put(`/reviews/update/${review}`, { body })).toMatchObject({ status: 200 });
  }
  async function updateAll(ids: number[], body: object): Promise<void> {
    const updated = await client.put('/reviews/update_bulk', { body: { ids, ...body } });
    expect(updated).toMatchObject({ status: 200, body: { updated: ids.length } });
  }
  async function remove(review: number): Promise<void> {
    expect(await client.delete(`/reviews/delete/${review}`)).toMatchObject({ status: 200 });
  }

  async function changeEverything(): Promise<void> {
    // The product stores later reviews of an erased person without a name.
    const from_email = `ben-${id}@example.com`;
    const first = await post('reviews/add', item('One.'));
    await shown();
    await update(first, { status: 'approved' });
    expect(await shown()).toEqual(both('One.'));
    expect(await shown()).toEqual(['unchanged', 'unchanged']);
    await update(first, { text: 'Edited.' });
    expect(await shown()).toEqual(both('Edited.'));
    const other = await post('reviews/add', item('Two.', { status: 1, from_email }));
    expect(await shown()).toEqual(both('Two.', 'Edited.'));
    await remove(other);
    expect(await shown()).toEqual(both('Edited.'));
    const bulk = [item('Three, says Ben Adler.', { status: 1, from_email })];
    await post('reviews/add_bulk', { reviews: bulk });
    expect(await shown()).toEqual(both('Three, says Ben Adler.', 'Edited.'));
    await post('privacy/erase', { from_email });
    expect(await shown()).toEqual(both('Three, says […].', 'Edited.'));
    await updateAll([first], { status: 'ignored' });
    expect(await shown()).toEqual(both('Three, says […].'));
    await updateAll([first], { status: 'approved' });
    expect(await shown()).toEqual(both('Three, says […].', 'Edited.'));
  }

  it('shows every change at once in both', async () => {
    await changeEverything();
    expect(await shown()).toEqual(['unchanged', 'unchanged']);
  });

  itAtLength('shows every change at once in both while many visitors look', () =>
    amongVisitors(CROWD, changeEverything),
  );

  it(`shows an approval and a deletion ${ROUNDS} of ${ROUNDS} times when the request returns, also through the gateway`, async () => {
    visitors.push(new HttpClient(gateways.url('gateway')));
    const late: string[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const text = `Round ${round}`;
      const review = await post('reviews/add', item(text));
      await shown();
      await update(review, { status: 'approved' });
      for (const seen of await shown()) if (!seen.includes(text)) late.push(`approval of ${text}`);
      await remove(review);
      for (const seen of await shown())
        if (seen === 'unchanged' || seen.includes(text)) late.push(`deletion of ${text}`);
    }
    expect(late).toEqual([]);
  });

  it('shows a change of its settings in both when the request returns', async () => {
    for (let round = 1; round <= 10; round += 1) {
      await shown();
      const body = { settings: { header: { title: `Title ${round}` } } };
      expect((await client.put(`/widgets/update/${id}`, { body })).status).toBe(200);
      const responses = await Promise.all(
        visitors.map((visitor) => visit(visitor, { 'if-none-match': etags.get(visitor) as string })),
      );
      expect(responses.map(({ body: { label } }) => label)).toEqual([`Title ${round}`, `Title ${round}`]);
    }
  });

  it('shows a change of the sources and the tags that its filters use when the request returns', async () => {
    const review = await post('reviews/add', item('Tagged.', { status: 1, tags: ['bread'] }));
    const { body } = await client.get(`/reviews/get/${review}`);
    const tagged = body as { tags: { id: number }[]; source_id: number };
    const source = { tags: [tagged.tags[0]!.id], sources: [tagged.source_id] };
    expect((await client.put(`/widgets/update/${id}`, { body: { settings: { source } } })).status).toBe(200);
    expect(await shown()).toEqual(both('Tagged.'));
    await updateAll([review], { tags_remove: ['bread'] });
    expect(await shown()).toEqual(both());
    await updateAll([review], { tags_add: ['bread'] });
    expect(await shown()).toEqual(both('Tagged.'));
    const shop = await client.post('/sources/add', { body: { name: 'Shop' } });
    await update(review, { source_id: (shop.body as { id: number }).id });
    expect(await shown()).toEqual(both());
  });

  it('shows a change that was made while widgets was down, also to a browser that knows the state before', async () => {
    expect(await shown()).toEqual(both());
    await second.close();
    const review = await post('reviews/add', item('Meanwhile.', { status: 1 }));
    second = await startWidgets();
    await arriveAnew();
    expect(await shown()).toEqual(both('Meanwhile.'));
    await remove(review);
    expect(await shown()).toEqual(both());
  });
});
