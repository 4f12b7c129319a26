import { strict as assert } from 'node:assert';
import { type Schema, verifyWebhook } from '@plaudit/client';
import { ratingChanged, reviewCreated } from '@plaudit/contracts';
import { eventually } from '@plaudit/testing';
import type { SmokeWorld } from './smoke-world';

/** One part of the main job. Throws if it fails. */
interface Stage {
  name: string;
  walk(world: SmokeWorld): Promise<void>;
}

const FIRST_REVIEWS = 120;
const LATER_REVIEWS = 3;
const CRAWL_LIMIT = { timeoutMs: 60_000 };

/** The results that a stage passes to the next one. */
class MainJob {
  private channelId = 0;
  private secret = '';

  readonly stages: readonly Stage[] = [
    { name: 'a channel is added and crawled', walk: (world) => this.crawl(world) },
    { name: 'its reviews are listed, newest first, once', walk: (world) => this.list(world) },
    { name: 'a signed webhook tells of a new review', walk: (world) => this.webhook(world) },
    { name: 'an approved review shows in the widget at once', walk: (world) => this.widget(world) },
    { name: 'the domain events are on NATS', walk: (world) => this.events(world) },
    { name: 'the dashboard opens', walk: openDashboard },
  ];

  private async crawl(world: SmokeWorld): Promise<void> {
    world.store.publish(FIRST_REVIEWS, 4.5);
    const added = await world.client.post('/channels/add', {
      body: { type: 'app_store', url: 'https://apps.apple.com/us/app/x/id123' },
    });
    assert.equal(added.crawl_queued, true);
    this.channelId = added.channel.id;
    await this.untilCrawled(world);
  }

  private async list(world: SmokeWorld): Promise<void> {
    await this.untilCount(world, FIRST_REVIEWS);
    const items: Schema<'Review'>[] = [];
    for await (const review of world.client.reviews({ limit: 50 })) items.push(review);
    assert.equal(new Set(items.map(({ id }) => id)).size, FIRST_REVIEWS, 'its pages have each review once');
    const dates = items.map((review) => review.posted_on);
    assert.deepEqual(dates, [...dates].sort().reverse(), 'the list is newest first');
    assert.equal(items[0]?.platform, 'app_store');
    assert.match(items[0]?.text ?? '', /^Title\nReview number 120\.$/);
    await this.recrawl(world);
    assert.equal((await this.newest(world)).count, FIRST_REVIEWS, 'a second crawl adds nothing');
  }

  private async webhook(world: SmokeWorld): Promise<void> {
    const { secret } = await world.client.post('/webhooks/add', {
      body: { url: `${world.receiver.url}/hook`, events: ['review.created'] },
    });
    this.secret = secret;
    world.store.publish(LATER_REVIEWS, 4.4);
    await this.recrawl(world);
    const requests = await eventually(
      () => world.receiver.requests,
      (received) => received.length >= LATER_REVIEWS,
      `${LATER_REVIEWS} deliveries`,
    );
    for (const { headers, body } of requests) {
      await this.assertSigned(String(headers['x-service-signature']), body);
    }
  }

  private async assertSigned(signature: string, body: Uint8Array): Promise<void> {
    const { secret } = this;
    const event = await verifyWebhook({ signature, body, secret });
    assert.match(event.id, /^evt_/);
    assert.equal(event.event, 'review.created');
    assert.equal(event.data.profile_id, this.channelId);
  }

  private async widget(world: SmokeWorld): Promise<void> {
    const { key } = await world.client.post('/widgets/add', { body: { type: 'list' } });
    const json = `/embed/v1/widgets/${key}.json`;
    const newest = (await this.newest(world)).items[0];
    assert.ok(newest);
    const text = newest.text.split('\n')[1] as string;
    assert.ok(!(await open(world, json)).includes(text), 'the widget shows the review before it is approved');
    await world.client.put('/reviews/update/{id}', {
      params: { path: { id: newest.id } },
      body: { status: 'approved' },
    });
    assert.ok((await open(world, json)).includes(text), 'shown by the very next request');
    assert.ok((await open(world, `/w/${key}`)).includes(text), 'drawn on the hosted page');
  }

  private async events(world: SmokeWorld): Promise<void> {
    const created = await world.reviewEvents.waitFor(reviewCreated, FIRST_REVIEWS + LATER_REVIEWS);
    assert.equal(new Set(created.map(({ subject }) => subject)).size, FIRST_REVIEWS + LATER_REVIEWS);
    const [changed] = await world.ratingEvents.waitFor(ratingChanged, 1);
    assert.deepEqual(changed?.data.changed, ['score', 'reviews']);
    assert.equal(changed?.data.score, 4.4);
  }

  private async recrawl(world: SmokeWorld): Promise<void> {
    await world.client.post('/channels/refresh/{id}', { params: { path: { id: this.channelId } } });
    await this.untilCrawled(world);
  }

  private channel(world: SmokeWorld): Promise<Schema<'Channel'>> {
    return world.client.get('/channels/get/{id}', { params: { path: { id: this.channelId } } });
  }

  /** Waits for the end of the crawl. `next_crawl_on` is in the past while a crawl is queued or running. */
  private async untilCrawled(world: SmokeWorld): Promise<void> {
    await eventually(
      () => this.channel(world),
      ({ status, next_crawl_on }) => status === 'active' && Date.parse(`${next_crawl_on}Z`) > Date.now(),
      'the end of the crawl',
      CRAWL_LIMIT,
    );
  }

  private newest(world: SmokeWorld): Promise<Schema<'ReviewList'>> {
    return world.client.get('/reviews/get', { params: { query: { limit: 1 } } });
  }

  private async untilCount(world: SmokeWorld, count: number): Promise<void> {
    await eventually(
      () => this.newest(world),
      (list) => list.count === count,
      `${count} reviews in the list`,
    );
  }
}

/** Loads the page of the dashboard and the files that it names. */
async function openDashboard(world: SmokeWorld): Promise<void> {
  const page = await open(world, '/app');
  const files = [...page.matchAll(/(?:src|href)="(\/app\/[^"]+)"/g)].map(([, file]) => file as string);
  assert.ok(
    files.some((file) => file.endsWith('.js')) && files.some((file) => file.endsWith('.css')),
    'the page of the dashboard names scripts and styles',
  );
  for (const file of files) await open(world, file);
}

/** Returns the response that a browser gets, without a key. */
async function open(world: SmokeWorld, path: string): Promise<string> {
  const url = new URL(path, world.product.endpoints.gateway);
  const response = await fetch(url, { headers: { accept: 'text/html, */*' } });
  assert.equal(response.status, 200, `${path} answered ${response.status}`);
  return response.text();
}

/** The main job in six stages, which run in order on one world. */
export function mainJob(): readonly Stage[] {
  return new MainJob().stages;
}
