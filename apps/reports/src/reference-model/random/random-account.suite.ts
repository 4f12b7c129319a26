import fc from 'fast-check';
import { nearMonthStart, pastInstants, ZONES } from './random-instants.suite';
import { type RandomInvitation, randomInvitations } from './random-invitations.suite';

/** On a scale of 3, quotients have no end. */
const SCALES = [5, 10, 100, 3];
/** Two platforms share a label, and one has the name of a key of the report. */
export const PLATFORMS = [
  { type: 'google', type_id: 1, label: 'Google' },
  { type: 'maps', type_id: 2, label: 'Maps' },
  { type: 'apple_maps', type_id: 3, label: 'Maps' },
  { type: 'total', type_id: 4, label: 'total' },
] as const;
export const GROUPS = [8, 9];
export const TAGS = [31, 32, 33];

/** A state of a channel. */
export interface ChannelState {
  platform: number;
  group: number | null;
  score: number | null;
  rating_scale: number;
  reviews: number | null;
}

export interface RandomChannel {
  /** 0 for the main sub account, 1 for the other one. */
  owner: number;
  states: ChannelState[];
  deleted: boolean;
}

/** A state of a review. */
export interface ReviewState {
  /** Index of a channel of the sub account; null for none. */
  channel: number | null;
  /** Index of the platform; null for a review of a source. */
  platform: number | null;
  source: string;
  rating_value: number | null;
  rating_scale: number;
  posted_on: string;
  tags: number[];
  /** Seconds from the review to the reply; null if the reply has no date. Undefined without a reply. */
  reply: number | null | undefined;
}

export interface RandomReview {
  /** 0 for the main sub account, 1 for the other one. */
  owner: number;
  states: ReviewState[];
  deleted: boolean;
}

/** The official figures that a crawl read. */
export interface Crawl {
  channel: number;
  checked_on: string;
  score: number | null;
  rating_scale: number;
  reviews: number | null;
}

/** What happened to the reviews, channels and invitations of an account with two sub accounts. */
export interface RandomAccount {
  now: Date;
  /** The zones of the main and of the other sub account while the events arrive. */
  zones: [string, string];
  /** The zone that the main sub account chooses afterwards. */
  laterZone: string;
  channels: RandomChannel[];
  reviews: RandomReview[];
  crawls: Crawl[];
  invitations: RandomInvitation[];
  /** Decides in which order the events arrive and which of them arrive twice. */
  order: number;
}

const HOUR_MS = 3_600_000;

/** A rating or score with at most two decimal places; often a whole one. */
function ratingOn(scale: number): fc.Arbitrary<number | null> {
  return fc.option(
    fc.oneof(
      fc.integer({ min: 0, max: scale }),
      fc.integer({ min: 0, max: scale * 10 }).map((tenths) => tenths / 10),
      fc.integer({ min: 0, max: scale * 100 }).map((hundredths) => hundredths / 100),
    ),
    { freq: 6 },
  );
}

const anyScale = fc.constantFrom(...SCALES);
/** Averages over 8, 40 or 200 reviews often end with half a hundredth. */
const officialReviews = fc.option(fc.oneof(fc.constantFrom(0, 1, 7, 8, 13, 40, 200), fc.nat(500)), {
  freq: 6,
});
const anyPlatform = fc.nat(PLATFORMS.length - 1);

const channelStates: fc.Arbitrary<ChannelState> = anyScale.chain((rating_scale) =>
  fc.record({
    platform: anyPlatform,
    group: fc.option(fc.constantFrom(...GROUPS)),
    score: ratingOn(rating_scale),
    rating_scale: fc.constant(rating_scale),
    reviews: officialReviews,
  }),
);

const randomChannels: fc.Arbitrary<RandomChannel> = fc.record({
  owner: fc.nat(1),
  states: fc.array(channelStates, { minLength: 1, maxLength: 3 }),
  deleted: fc.nat(3).map((one) => one === 0),
});

/** `channels` are the indexes of the channels of the review's sub account. */
function reviewStates(channels: readonly number[], now: Date): fc.Arbitrary<ReviewState> {
  return anyScale.chain((rating_scale) =>
    fc.record({
      channel:
        channels.length === 0 ? fc.constant(null) : fc.option(fc.constantFrom(...channels), { freq: 4 }),
      platform: fc.option(anyPlatform, { freq: 4 }),
      source: fc.constantFrom('Manual', 'Other', '__proto__', '=1+1'),
      rating_value: ratingOn(rating_scale),
      rating_scale: fc.constant(rating_scale),
      posted_on: pastInstants(now),
      tags: fc.subarray(TAGS),
      reply: fc.option(fc.option(fc.integer({ min: -5, max: 400 }).map((hours) => hours * 1_800)), {
        nil: undefined,
      }),
    }),
  );
}

function randomReviews(
  channels: readonly RandomChannel[],
  owner: number,
  now: Date,
): fc.Arbitrary<RandomReview> {
  const own = [...channels.keys()].filter((index) => channels[index]!.owner === owner);
  return fc.record({
    owner: fc.constant(owner),
    states: fc.array(reviewStates(own, now), { minLength: 1, maxLength: 3 }),
    deleted: fc.nat(4).map((one) => one === 0),
  });
}

const moments = fc
  .tuple(fc.constantFrom(2025, 2026, 2027, 2028), fc.nat(11))
  .chain(([year, month]) => nearMonthStart(year, month, 48))
  .map((instant) => new Date(Math.floor(instant.getTime() / HOUR_MS) * HOUR_MS));

/** Random accounts. The events about each of them may arrive in any order. */
export const randomAccounts: fc.Arbitrary<RandomAccount> = fc
  .tuple(moments, fc.array(randomChannels, { maxLength: 4 }))
  .chain(([now, channels]) =>
    fc.record({
      now: fc.constant(now),
      zones: fc.tuple(fc.constantFrom(...ZONES), fc.constantFrom(...ZONES)),
      laterZone: fc.constantFrom(...ZONES),
      channels: fc.constant(channels),
      reviews: fc.array(
        fc.nat(1).chain((owner) => randomReviews(channels, owner, now)),
        { maxLength: 25 },
      ),
      crawls: fc.uniqueArray(crawls(channels.length, now), {
        maxLength: channels.length === 0 ? 0 : 20,
        selector: ({ channel, checked_on }) => `${channel} ${checked_on}`,
      }),
      invitations: randomInvitations(now),
      order: fc.nat(),
    }),
  );

function crawls(channels: number, now: Date): fc.Arbitrary<Crawl> {
  return anyScale.chain((rating_scale) =>
    fc.record({
      channel: fc.nat(Math.max(0, channels - 1)),
      checked_on: pastInstants(now),
      score: ratingOn(rating_scale),
      rating_scale: fc.constant(rating_scale),
      reviews: officialReviews,
    }),
  );
}
