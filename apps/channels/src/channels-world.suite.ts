import {
  type CollectedReview,
  type DomainEvent,
  type EventDefinition,
  reviewsCollected,
} from '@plaudit/contracts';
import {
  type Caller,
  type HttpResult,
  type EventRecorder,
  eventually,
  startWorld,
  type World,
} from '@plaudit/testing';
import { AppleStandIn, type StoreApp, storeReviews } from './apple-stand-in.suite';
import type { ChannelResponse } from './channels/channels.responses';
import { channelsService } from './service';

export const CHANNELS = '/public/v1/channels';

/** Returns the URL of app `id` in the stand-in store. */
export const appUrl = (id: string): string => `https://apps.apple.com/gb/app/acme/id${id}`;

/** Runs the channels service with its crawler and a stand-in for the App Store. */
export class ChannelsWorld {
  readonly api: Caller;

  private constructor(
    readonly world: World,
    readonly apple: AppleStandIn,
    private readonly recorders: ReadonlyMap<string, EventRecorder>,
  ) {
    this.api = world.as();
  }

  /** `platforms` are ORIGIN_OVERRIDES of stand-ins beside the App Store. */
  static async start(
    settings: Record<string, string> = {},
    definition = channelsService,
    platforms: readonly string[] = [],
  ): Promise<ChannelsWorld> {
    const apple = await AppleStandIn.start();
    const defaults = {
      ORIGIN_OVERRIDES: [apple.override, ...platforms].join(),
      CRAWL_RATE_FACTOR: '0',
      CHANNEL_REFRESH_LIMIT_MINUTES: '0',
    };
    const world = await startWorld({
      services: [{ definition, settings: { ...defaults, ...settings } }],
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

  /** Sends the body to POST /channels/add and returns the response. */
  add(body: unknown, headers: Record<string, string> = {}, caller = this.api): Promise<HttpResult> {
    return caller.post('channels', `${CHANNELS}/add`, { body, headers });
  }

  /** Connects app `id` of the stand-in store. Throws if the request fails. */
  async connect(id: string, body: Record<string, unknown> = {}): Promise<ChannelResponse> {
    const added = await this.add({ type: 'app_store', url: appUrl(id), ...body });
    if (added.status !== 200) throw new Error(`Could not connect: ${JSON.stringify(added.body)}`);
    return added.body.channel as ChannelResponse;
  }

  /** Connects app `id` with the given number of reviews and waits for the end of its first crawl. */
  async crawledApp(id: string, reviews: number): Promise<{ app: StoreApp; channelId: number }> {
    const app = this.apple.app(id, { count: reviews, reviews: { gb: storeReviews(reviews) } });
    const { id: channelId } = await this.connect(id);
    await this.crawled(channelId);
    return { app, channelId };
  }

  async get(id: number): Promise<ChannelResponse> {
    return (await this.api.get('channels', `${CHANNELS}/get/${id}`)).body as ChannelResponse;
  }

  /** Requests a crawl and waits for its end. */
  async crawlAgain(id: number): Promise<ChannelResponse> {
    const { status } = await this.api.post('channels', `${CHANNELS}/refresh/${id}`);
    if (status !== 202) throw new Error(`The refresh of channel ${id} returned ${status}`);
    return this.crawled(id);
  }

  /** Waits until the crawl that is due or in progress has ended. */
  async crawled(id: number): Promise<ChannelResponse> {
    await eventually(
      () => this.isPending(id),
      (pending) => !pending,
      `the crawl of channel ${id} to end`,
    );
    return this.get(id);
  }

  /**
   * Returns the events of one kind about a channel that have arrived so far, each once. NATS may deliver an event several
   * times.
   */
  events<P extends object>(definition: EventDefinition<P>, channelId: number): DomainEvent<P>[] {
    const recorded = this.recorders.get(definition.noun)?.of(definition) ?? [];
    const first = new Map<string, DomainEvent<P>>();
    for (const event of recorded) if (!first.has(event.id)) first.set(event.id, event);
    return [...first.values()].filter(({ subject }) => subject === String(channelId));
  }

  /** Waits until all committed events have arrived, then returns {@link events}. */
  async published<P extends object>(
    definition: EventDefinition<P>,
    channelId: number,
  ): Promise<DomainEvent<P>[]> {
    const committed = await this.world.admin.query<{ id: string }>(
      'select event_id as id from channels.outbox union all select event_id from channels.outbox_sent',
    );
    await eventually(
      () => {
        const arrived = new Set(
          [...this.recorders.values()].flatMap(({ received }) => received.map(({ event }) => event.id)),
        );
        return committed.filter(({ id }) => !arrived.has(id));
      },
      (missing) => missing.length === 0,
      'the events to be published',
    );
    return this.events(definition, channelId);
  }

  /** Returns every published review of a channel, in order. */
  async collected(channelId: number): Promise<CollectedReview[]> {
    return (await this.published(reviewsCollected, channelId)).flatMap(({ data }) => data.reviews);
  }

  private async isPending(id: number): Promise<boolean> {
    const [crawl] = await this.world.admin.query<{ pending: boolean }>(
      `select coalesce(due_at <= clock_timestamp() or lease_until is not null, false) as pending from channels.crawls where channel_id = $1`,
      [id],
    );
    return crawl?.pending ?? false;
  }
}
