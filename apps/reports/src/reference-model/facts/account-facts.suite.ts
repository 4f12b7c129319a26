import { parseWireDate } from '@plaudit/contracts';
import { dayIn } from '../naive/local-months.suite';
import { PLATFORMS, type RandomAccount, type RandomReview } from '../random/random-account.suite';
import { type InvitationFact, invitationFacts, profileNames } from './invitation-facts.suite';

/** A channel in its last state. */
export interface ChannelFact {
  id: number;
  sub_account_id: number;
  type_id: number;
  label: string;
  group: number | null;
  score: number | null;
  rating_scale: number;
  reviews: number | null;
  deleted: boolean;
}

/** A review that was not deleted, in its last state. */
export interface ReviewFact {
  id: number;
  sub_account_id: number;
  channel_id: number | null;
  type: string;
  label: string;
  rating_value: number | null;
  rating_scale: number;
  posted_on: string;
  /** Date in the zone of its sub account. */
  day: string;
  tags: number[];
  replied: boolean;
  reply_seconds: number | null;
}

export interface CrawlFact {
  channel: ChannelFact;
  checked_on: string;
  /** Date in the zone of the sub account. */
  day: string;
  score: number | null;
  rating_scale: number;
  reviews: number | null;
}

/** What is true of an account after everything that happened. */
export interface AccountFacts {
  account_id: number;
  /** The main one and the other one. */
  sub_account_ids: [number, number];
  channels: ChannelFact[];
  reviews: ReviewFact[];
  crawls: CrawlFact[];
  invitations: InvitationFact[];
  /** Names of settings profiles by their ids. */
  profileNames: ReadonlyMap<number, string>;
  /** The date in the zone of the main sub account. */
  today: string;
}

/**
 * Returns the facts of an account. Ids are counted from `base`. The days of reviews and invitations follow a change of the zone, those
 * of crawls do not.
 */
export function factsOf(account: RandomAccount, base: number): AccountFacts {
  const zones = [account.laterZone, account.zones[1]];
  const channels = account.channels.map(({ owner, states, deleted }, index): ChannelFact => {
    const { platform, ...state } = states.at(-1)!;
    const { type_id, label } = PLATFORMS[platform]!;
    return { ...state, id: base + index, sub_account_id: base + owner, type_id, label, deleted };
  });
  const crawls = account.crawls.map(({ channel, ...figures }): CrawlFact => {
    const zone = account.zones[account.channels[channel]!.owner]!;
    return { ...figures, channel: channels[channel]!, day: dayIn(zone, parseWireDate(figures.checked_on)) };
  });
  return {
    account_id: base,
    sub_account_ids: [base, base + 1],
    channels,
    reviews: account.reviews.flatMap((review, index) =>
      review.deleted ? [] : [reviewFact(review, base, base + index, zones[review.owner]!)],
    ),
    crawls,
    invitations: invitationFacts(account.invitations, base, zones),
    profileNames: profileNames(account.invitations, base),
    today: dayIn(account.laterZone, account.now),
  };
}

function reviewFact({ owner, states }: RandomReview, base: number, id: number, zone: string): ReviewFact {
  const { channel, platform, source, reply, ...state } = states.at(-1)!;
  const { type, label } = platformOf(platform, source);
  return {
    ...state,
    id,
    sub_account_id: base + owner,
    channel_id: channel === null ? null : base + channel,
    type,
    label,
    day: dayIn(zone, parseWireDate(state.posted_on)),
    replied: reply !== undefined,
    reply_seconds: typeof reply === 'number' ? Math.max(0, reply) : null,
  };
}

/** Returns type and label of a review. */
export function platformOf(platform: number | null, source: string): { type: string; label: string } {
  return platform === null ? { type: 'custom', label: source } : PLATFORMS[platform]!;
}
