import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SeededRandom } from '@plaudit/testing';
import { type Answer, ApiClient, type SentRequest } from './api-client';
import type { ClusterWorld } from './cluster-world';
import { type AcceptedReview, WriteLedger } from './write-ledger';

/** How many clients of each kind run side by side, and how long each of them rests between two requests. */
const READERS = 2;
const WRITERS = 4;
/** With the one that has channels crawled and the one that opens the widget. */
export const CLIENTS = READERS + WRITERS + 2;
const REST_MS = 150;
const CRAWL_REST_MS = 500;
/** A repeated request may find its first one still running. */
const REPEAT_MS = 150;
/** A write that is refused for so long counts as never accepted. */
const MAX_REPEATS = 1_000;
const EVENTS = ['review.created', 'review.updated', 'review.deleted'];

interface Fixtures {
  channelIds: number[];
  widgetKey: string;
}

/**
 * Clients that use the product through its load balancer until they are paused: they read, write, open a widget and have
 * channels crawled. A write is repeated until it is accepted, with the same Idempotency-Key, as a careful client does.
 */
export class Traffic {
  readonly ledger = new WriteLedger();
  readonly sent: SentRequest[] = [];
  private readonly clients: ApiClient[] = [];
  private running: Promise<unknown> | null = null;
  private active = false;

  private constructor(
    private readonly world: ClusterWorld,
    private readonly chance: SeededRandom,
    private readonly apiKey: string,
    readonly fixtures: Fixtures,
  ) {}

  /** Adds a webhook, a widget and two channels, and returns traffic that is paused. */
  static async prepare(world: ClusterWorld, chance: SeededRandom, apiKey: string): Promise<Traffic> {
    const client = new ApiClient(world.url, apiKey, () => {});
    const create = async (path: string, body: object): Promise<Record<string, unknown>> => {
      const answer = await client.send('prepare', `/public/v1${path}`, { method: 'POST', body });
      if (!answer || answer.status >= 300) throw new Error(`POST ${path} failed: ${JSON.stringify(answer)}`);
      return answer.body;
    };
    const webhook = { url: world.receiver.url, events: EVENTS, skip_backfill: false };
    const { secret } = await create('/webhooks/add', webhook);
    world.receiver.trust(String(secret));
    const { key } = await create('/widgets/add', { type: 'list' });
    // A profile without reviews would be a failed crawl, which is repeated after an hour.
    world.store.publish(1, 4.5);
    const channelIds: number[] = [];
    for (const app of ['id101', 'id102']) {
      const url = `https://apps.apple.com/us/app/x/${app}`;
      const { channel } = await create('/channels/add', { type: 'app_store', url });
      channelIds.push((channel as { id: number }).id);
    }
    client.close();
    return new Traffic(world, chance, apiKey, { channelIds, widgetKey: String(key) });
  }

  /** Starts the clients again. */
  resume(): void {
    this.active = true;
    const loops = [
      ...Array.from({ length: READERS }, () => this.loop((client) => this.read(client))),
      ...Array.from({ length: WRITERS }, () => this.loop((client) => this.write(client))),
      this.loop((client) => this.crawl(client)),
      this.loop((client) => this.visit(client), null),
    ];
    this.running = Promise.all(loops);
  }

  /** Lets each client finish what it has begun, and waits until the last one has. */
  async pause(): Promise<void> {
    this.active = false;
    await this.running;
    for (const client of this.clients.splice(0)) client.close();
  }

  private async loop(act: (client: ApiClient) => Promise<void>, apiKey: string | null = this.apiKey) {
    const client = new ApiClient(this.world.url, apiKey, (sent) => this.sent.push(sent));
    this.clients.push(client);
    while (this.active) {
      await act(client);
      await pause(REST_MS);
    }
  }

  private async read(client: ApiClient): Promise<void> {
    this.check('hello', await client.send('hello', '/public/v1/hello'));
    this.check('list', await client.send('list', '/public/v1/reviews/get?limit=25'));
  }

  private async visit(client: ApiClient): Promise<void> {
    const path = `/embed/v1/widgets/${this.fixtures.widgetKey}.json`;
    this.check('embed', await client.send('embed', path));
  }

  /** Adds a review, approves most of them and deletes some. */
  private async write(client: ApiClient): Promise<void> {
    const text = `Review ${randomUUID()}`;
    const headers = { 'idempotency-key': randomUUID() };
    const body = { from_name: 'Ida', text, posted_on: '2026-01-02', rating_value: this.chance.between(1, 5) };
    const added = await this.accepted('add', () =>
      client.send('add', '/public/v1/reviews/add', { method: 'POST', body, headers }),
    );
    if (!added) return;
    const review = this.ledger.added(text, Number(added.body.id));
    if (this.chance.next() < 0.7) await this.update(client, review);
    if (this.chance.next() < 0.3) await this.delete(client, review);
  }

  private async update(client: ApiClient, review: AcceptedReview): Promise<void> {
    const status = this.chance.pick(['approved', 'ignored'] as const);
    const path = `/public/v1/reviews/update/${review.id}`;
    const updated = await this.accepted('update', () =>
      client.send('update', path, { method: 'PUT', body: { status } }),
    );
    if (updated) review.status = status;
  }

  private async delete(client: ApiClient, review: AcceptedReview): Promise<void> {
    let attempts = 0;
    const deleted = await this.accepted('delete', async () => {
      attempts += 1;
      const answer = await client.send('delete', `/public/v1/reviews/delete/${review.id}`, {
        method: 'DELETE',
      });
      // The first attempt was carried out, and only its answer was lost.
      return answer?.status === 404 && attempts > 1 ? { ...answer, status: 200 } : answer;
    });
    if (deleted) review.status = 'deleted';
  }

  /** Publishes a review on the stand-in platform, and has its channels crawled until both have it. */
  private async crawl(client: ApiClient): Promise<void> {
    this.world.store.publish(1, 4.5);
    const { count } = this.world.store;
    for (const id of this.fixtures.channelIds) {
      await this.accepted('channel', async () => {
        const answer = await client.send('channel', `/public/v1/channels/get/${id}`);
        if (answer?.status !== 200 || Number(answer.body.collected_reviews) >= count) return answer;
        await this.refresh(client, id);
        return null;
      });
    }
    await pause(CRAWL_REST_MS);
  }

  private async refresh(client: ApiClient, id: number): Promise<void> {
    const answer = await client.send('refresh', `/public/v1/channels/refresh/${id}`, { method: 'POST' });
    // The crawl that was asked for before has not begun.
    if (answer?.body.code !== 'refresh_queued') this.check('refresh', answer);
  }

  /** Repeats a request until it is accepted, and returns the answer. Notes a request that never is, or is refused. */
  private async accepted(what: string, send: () => Promise<Answer | null>): Promise<Answer | null> {
    for (let repeats = 0; repeats < MAX_REPEATS; repeats += 1) {
      const answer = await send();
      if (answer && answer.body.code !== 'idempotency_in_progress') {
        return this.check(what, answer) ? answer : null;
      }
      await pause(REPEAT_MS);
    }
    this.ledger.note(what, 0, `never accepted in ${MAX_REPEATS} attempts`);
    return null;
  }

  private check(what: string, answer: Answer | null): boolean {
    if (answer && answer.status >= 300) this.ledger.note(what, answer.status, answer.body.code);
    return answer !== null && answer.status < 300;
  }
}
