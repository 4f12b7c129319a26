import { type Caller, type EventRecorder, startWorld, type World } from '@plaudit/testing';
import { reviewsService } from '../service';

/** The service with an address of invitations at which nothing listens. */
export const REVIEWS_ALONE = {
  definition: reviewsService,
  settings: { INVITATIONS_URL: 'http://127.0.0.1:1' },
};

/** A body that POST /reviews/add accepts. */
export const GOOD = {
  from_name: 'Noa Bergman',
  text: 'Great <b>bread</b>.<br>Again!',
  posted_on: '2026-01-31',
};

/** What the specs of single reviews share: the service, a client, and a recorder of its events. */
export interface ReviewsWorld extends World {
  client: Caller;
  events: EventRecorder;
  /** Adds {@link GOOD} with other fields and returns the id of the new review. */
  add(overrides?: object): Promise<number>;
}

export async function startReviewsWorld(): Promise<ReviewsWorld> {
  const world = await startWorld({
    services: [REVIEWS_ALONE],
  });
  const events = await world.recorder('review.>');
  return withClient(Object.assign(Object.create(world) as World, { events }), world.as());
}

/** Returns the world with a client of another sub account, which has no reviews. */
export function inSubAccount(world: ReviewsWorld, sub_account_id: number): ReviewsWorld {
  return withClient(world, world.as({ sub_account_id }));
}

function withClient(world: World & { events: EventRecorder }, client: Caller): ReviewsWorld {
  const add = async (overrides = {}): Promise<number> => {
    const body = { ...GOOD, ...overrides };
    const added = await client.post('reviews', '/public/v1/reviews/add', { body });
    expect(added).toMatchObject({ status: 200, body: { success: true } });
    return added.body.id as number;
  };
  return Object.assign(Object.create(world) as typeof world, { client, add });
}
