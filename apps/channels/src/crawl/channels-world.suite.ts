import type { CollectedReview, DomainEvent, EventDefinition } from '@plaudit/contracts';
import { reviewsCollected } from '@plaudit/contracts';
import {
  type Caller,
  type HttpResult,
  type EventRecorder,
  eventually,
  startWorld,
  type World,
} from '@plaudit/testing';
import type { ChannelResponse } from '../channels/channels.dto';
import { channelsService } from '../service';
import { AppleStandIn, type StoreApp, storeReviews } from './apple-stand-in.suite';

export const CHANNELS = '/public/v1/channels';

/** The address of app `id` in the stand-in store. */
export const appUrl = (id: string): string => `https://apps.apple.com/gb/app/acme/id${id}`;

/** The channels service with its crawler, and a stand-in for the App Store. */
export class ChannelsWorld {
  readonly api: Caller;

  private constructor(
    readonly world: World,
    readonly apple: AppleStandIn,
    private readonly recorders: ReadonlyMap<string, EventRecorder>,
  ) {
    this.api = world.as();
  }

  static async start(settings: Record<string, string> = {}): Promise<ChannelsWorld> {
    const apple = await AppleStandIn.start();
    const defaults = {
      ORIGIN_OVERRIDES: apple.override,
      CRAWL_RATE_FACTOR: '0',
      CHANNEL_REFRESH_LIMIT_MINUTES: '0',
    };
    const world = await startWorld({
      services: [{ definition: channelsService, settings: { ...defaults, ...settings } }],
    });
    const recorders = new Map<string, EventRecorder>();
    for (const noun of ['channel', 'rating', 'profile'])
      recorders.set(noun, await world.recorder(`${noun}.>`));
    return new ChannelsWorld(world, apple, recorders);
  }

  async close(): Promise<void> {
    await this.world.close();
    await this.apple.close();
  }

  /** Asks for a channel as it stands there, whatever the answer. */
  add(body: unknown, headers: Record<string, string> = {}, caller = this.api): Promise<HttpResult> {
    return caller.post('channels', `${CHANNELS}/add`, { body, headers });
  }

  /** Connects app `id` of the stand-in store; throws when that is refused. */
  async connect(id: string, body: Record<string, unknown> = {}): Promise<ChannelResponse> {
    const added = await this.add({ type: 'app_store', url: appUrl(id), ...body });
    if (added.status !== 200) throw new Error(`not connected: ${JSON.stringify(added.body)}`);
    return added.body.channel as ChannelResponse;
  }

  /** Connects app `id` with that many reviews and waits for the end of its first crawl. */
  async crawledApp(id: string, reviews: number): Promise<{ app: StoreApp; channelId: number }> {
    const app = this.apple.app(id, { count: reviews, reviews: { gb: storeReviews(reviews) } });
    const { id: channelId } = await this.connect(id);
    await this.crawled(channelId);
    return { app, channelId };
  }

  async get(id: number): Promise<ChannelResponse> {
    return (await this.api.get('channels', `${CHANNELS}/get/${id}`)).body as ChannelResponse;
  }

  /** Asks for a crawl and waits for its end. */
  async crawlAgain(id: number): Promise<ChannelResponse> {
    const { status } = await this.api.post('channels', `${CHANNELS}/refresh/${id}`);
    if (status !== 202) throw new Error(`the refresh of channel ${id} answered ${status}`);
    return this.crawled(id);
  }

  /** Waits until the crawl that is due or under way has ended. */
  async crawled(id: number): Promise<ChannelResponse> {
    await eventually(
      () => this.isWaiting(id),
      (isWaiting) => !isWaiting,
      `the crawl of channel ${id} to end`,
    );
    return this.get(id);
  }

  /**
   * What was heard of one kind about a channel so far. The bus delivers at least once; an event that it repeats counts
   * once.
   */
  events<P extends object>(definition: EventDefinition<P>, channelId: number): DomainEvent<P>[] {
    const recorded = this.recorders.get(definition.noun)?.of(definition) ?? [];
    const first = new Map<string, DomainEvent<P>>();
    for (const event of recorded) if (!first.has(event.id)) first.set(event.id, event);
    return [...first.values()].filter(({ subject }) => subject === String(channelId));
  }

  /** {@link events}, once everything that was committed so far has been heard. */
  async published<P extends object>(
    definition: EventDefinition<P>,
    channelId: number,
  ): Promise<DomainEvent<P>[]> {
    const committed = await this.world.admin.query<{ id: string }>(
      'select event_id as id from channels.outbox union all select event_id from channels.outbox_sent',
    );
    await eventually(
      () => {
        const heard = new Set(
          [...this.recorders.values()].flatMap(({ received }) => received.map(({ event }) => event.id)),
        );
        return committed.filter(({ id }) => !heard.has(id));
      },
      (missing) => missing.length === 0,
      'the events to be published',
    );
    return this.events(definition, channelId);
  }

  /** Every review that was published of a channel so far, in order. */
  async collected(channelId: number): Promise<CollectedReview[]> {
    return (await this.published(reviewsCollected, channelId)).flatMap(({ data }) => data.reviews);
  }

  private async isWaiting(id: number): Promise<boolean> {
    const [crawl] = await this.world.admin.query<{ waiting: boolean }>(
      `select coalesce(due_at <= clock_timestamp() or lease_until is not null, false) as waiting from channels.crawls where channel_id = $1`,
      [id],
    );
    return crawl?.waiting ?? false;
  }
}
