import {
  type ChannelPayload,
  channelUpdated,
  type EventDefinition,
  type ReviewPayload,
} from '@plaudit/contracts';
import {
  buildEvent,
  buildPublicPrincipal,
  type Caller,
  type HttpResult,
  startWorld,
  type World,
} from '@plaudit/testing';
import { widgetsService } from '../service';
import { ReviewsStub } from './fixtures/reviews-stub';

/** On this machine, so that the services may reach the servers of a spec, which are there too. */
export const PUBLIC_URL = 'http://localhost:8080';
/** Where pages of localhost are. */
export const PAGES_URL = 'http://127.0.0.1:8080';
let nextSubAccount = 100;

/** A new sub account for each test, so that tests do not see each other's revs, reviews and channels. */
export class Shop {
  readonly subAccountId = nextSubAccount++;
  readonly client: Caller;

  constructor(
    private readonly world: World,
    private readonly visitor: Caller,
    readonly reviews: ReviewsStub,
    accountId: number,
  ) {
    this.client = world.as({ account_id: accountId, sub_account_id: this.subAccountId });
  }

  async widget(settings: object = {}, type = 'list'): Promise<{ id: number; key: string }> {
    const added = await this.client.post('widgets', '/public/v1/widgets/add', { body: { type, settings } });
    expect(added.status).toBe(201);
    return added.body as { id: number; key: string };
  }

  /** Adds a review as the reviews service does, which raises the rev. Returns its id. */
  review(fields: Partial<ReviewPayload> = {}): number {
    return this.reviews.add(this.subAccountId, { text: 'Great bread', ...fields }).id;
  }

  json(key: string, headers: Record<string, string> = {}, query = {}): Promise<HttpResult> {
    return this.visitor.get('widgets', `/embed/v1/widgets/${key}.json`, { headers, query });
  }

  page(key: string, query: Record<string, string> = {}): Promise<HttpResult> {
    return this.visitor.get('widgets', `/embed/v1/widgets/${key}/reviews`, { query });
  }

  async channelEvent(
    event: Parameters<typeof buildEvent>[1],
    definition: EventDefinition<ChannelPayload> = channelUpdated,
  ): Promise<void> {
    await this.world.publish(buildEvent(definition, { subaccountid: this.subAccountId, ...event }));
  }
}

export function texts(body: { reviews: { text: string }[] }): string[] {
  return body.reviews.map(({ text }) => text);
}

/** The widgets service with a stub of the reviews service. `visitor` sends requests without an API key. */
export class EmbedWorld {
  private constructor(
    readonly world: World,
    readonly reviews: ReviewsStub,
    readonly visitor: Caller,
  ) {}

  /** `definition` may replace a part of the service, such as its clock. */
  static async start(
    settings: Record<string, string> = {},
    definition = widgetsService,
  ): Promise<EmbedWorld> {
    const reviews = await ReviewsStub.start();
    const world = await startWorld({
      services: [{ definition, settings: { PUBLIC_URL, REVIEWS_URL: reviews.url, ...settings } }],
    });
    return new EmbedWorld(world, reviews, world.as(buildPublicPrincipal()));
  }

  newShop(accountId = 1): Shop {
    return new Shop(this.world, this.visitor, this.reviews, accountId);
  }

  async close(): Promise<void> {
    await this.world.close();
    await this.reviews.close();
  }
}
