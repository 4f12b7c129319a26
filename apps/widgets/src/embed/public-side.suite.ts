import { channelUpdated, type ReviewPayload } from '@plaudit/contracts';
import {
  buildEvent,
  buildPublicPrincipal,
  type Caller,
  type HttpResult,
  startWorld,
  type World,
} from '@plaudit/testing';
import { widgetsService } from '../service';
import { ReviewsStandIn } from './fixtures/reviews-stand-in';

export const PUBLIC_URL = 'https://reviews.example';
let nextSubAccount = 100;

export /** One sub account of its own per test: revs, reviews and channels of others do not matter to it. */
class Shop {
  readonly subAccountId = nextSubAccount++;
  readonly client: Caller;

  constructor(
    private readonly world: World,
    private readonly visitor: Caller,
    readonly reviews: ReviewsStandIn,
  ) {
    this.client = world.as({ sub_account_id: this.subAccountId });
  }

  async widget(settings: object = {}, type = 'list'): Promise<{ id: number; key: string }> {
    const added = await this.client.post('widgets', '/public/v1/widgets/add', { body: { type, settings } });
    expect(added.status).toBe(201);
    return added.body as { id: number; key: string };
  }

  /** Adds a review as the reviews service does: stored, then the rev is raised, then the client is answered. */
  async review(fields: Partial<ReviewPayload> = {}): Promise<number> {
    const { id } = this.reviews.add(this.subAccountId, { text: 'Great bread', ...fields });
    await this.changed();
    return id;
  }

  async changed(): Promise<void> {
    const owner = { account_id: 1, sub_account_id: this.subAccountId };
    const raised = await this.client.post('widgets', '/internal/rev', { body: owner });
    expect(raised.status).toBe(200);
  }

  json(key: string, headers: Record<string, string> = {}, query = {}): Promise<HttpResult> {
    return this.visitor.get('widgets', `/embed/v1/widgets/${key}.json`, { headers, query });
  }

  page(key: string, query: Record<string, string> = {}): Promise<HttpResult> {
    return this.visitor.get('widgets', `/embed/v1/widgets/${key}/reviews`, { query });
  }

  async channelEvent(event: Parameters<typeof buildEvent>[1], definition = channelUpdated): Promise<void> {
    await this.world.publish(buildEvent(definition, { subaccountid: this.subAccountId, ...event }));
  }
}

export function texts(body: { reviews: { text: string }[] }): string[] {
  return body.reviews.map(({ text }) => text);
}

/** The widgets service as anonymous visitors meet it, with a stand-in for reviews. */
export class PublicSide {
  private constructor(
    readonly world: World,
    readonly reviews: ReviewsStandIn,
    readonly visitor: Caller,
  ) {}

  static async start(): Promise<PublicSide> {
    const reviews = await ReviewsStandIn.start();
    const world = await startWorld({
      services: [{ definition: widgetsService, settings: { PUBLIC_URL, REVIEWS_URL: reviews.url } }],
    });
    return new PublicSide(world, reviews, world.as(buildPublicPrincipal()));
  }

  newShop(): Shop {
    return new Shop(this.world, this.visitor, this.reviews);
  }

  async close(): Promise<void> {
    await this.world.close();
    await this.reviews.close();
  }
}
