import type { Channel, Review, Webhook } from '../data/overview-data';

/** Something that needs a person, with what it costs to leave it. */
export type Need = { cost: number } & (
  | { kind: 'channel'; channel: NeedyChannel; missing: number }
  | { kind: 'review'; review: WaitingReview; stars: number }
  | { kind: 'webhook'; webhook: NeedyWebhook }
  | { kind: 'limit'; limit: Limit }
);

export type NeedyChannel = Pick<
  Channel,
  | 'id'
  | 'label'
  | 'name'
  | 'status'
  | 'error_code'
  | 'error_msg'
  | 'remedy'
  | 'reviews'
  | 'collected_reviews'
  | 'next_crawl_on'
>;
export type WaitingReview = Pick<Review, 'id' | 'from_name' | 'rating_value' | 'rating_scale' | 'created_on'>;
export type NeedyWebhook = Pick<Webhook, 'id' | 'url' | 'health' | 'disabled_reason'>;

const LIMITS = ['channels', 'sub_accounts', 'users', 'keys'] as const;

/** A limit of the plan and how much of it is used. */
export interface Limit {
  name: (typeof LIMITS)[number];
  used: number;
  limit: number;
}

interface Sources {
  channels: readonly NeedyChannel[];
  reviews: readonly WaitingReview[];
  webhooks: readonly NeedyWebhook[];
  limits: readonly Limit[];
}

/** What a person must do. The others may pass by themselves. */
const BY_A_PERSON: ReadonlySet<NeedyChannel['remedy']> = new Set(['sign_in', 'replace_key', 'check_address']);
/** A limit is near from this share on. */
const NEAR = 0.9;
const DAY_MS = 86_400_000;
/** Missing reviews beyond these do not make a channel more urgent. */
const MAX_MISSING = 300;
const MAX_DAYS = 30;

/** Returns what needs a person, the most expensive first. */
export function needsOf({ channels, reviews, webhooks, limits }: Sources, now: Date): Need[] {
  const needs: Need[] = [
    ...channels
      .filter(({ error_code, status }) => error_code !== null || status === 'disabled')
      .map(channelNeed),
    ...reviews.map((review) => reviewNeed(review, now)),
    ...webhooks.flatMap(webhookNeed),
    ...limits.filter(({ used, limit }) => limit > 0 && used >= limit * NEAR).map(limitNeed),
  ];
  return needs.sort((a, b) => b.cost - a.cost);
}

function channelNeed(channel: NeedyChannel): Need {
  const { reviews, collected_reviews, remedy, status } = channel;
  const missing = Math.max(0, (reviews ?? 0) - collected_reviews);
  const stopped = status === 'disabled' || BY_A_PERSON.has(remedy);
  return { kind: 'channel', channel, missing, cost: (stopped ? 1000 : 400) + Math.min(missing, MAX_MISSING) };
}

function reviewNeed(review: WaitingReview, now: Date): Need {
  const { rating_value, rating_scale, created_on } = review;
  const stars = Math.round(((rating_value ?? 0) / rating_scale) * 5);
  const days = Math.min(MAX_DAYS, (now.getTime() - Date.parse(`${created_on.replace(' ', 'T')}Z`)) / DAY_MS);
  return { kind: 'review', review, stars, cost: 250 + days * 10 - stars * 20 };
}

function webhookNeed(webhook: NeedyWebhook): Need[] {
  const { state } = webhook.health;
  if (state !== 'failing' && state !== 'disabled') return [];
  return [{ kind: 'webhook', webhook, cost: state === 'disabled' ? 900 : 350 }];
}

function limitNeed(limit: Limit): Need {
  return { kind: 'limit', limit, cost: limit.used >= limit.limit ? 800 : 200 };
}

/** Returns the limits of an account that its usage is known for. */
export function limitsOf(
  account: { limits: Readonly<Record<string, number>>; usage: Readonly<Record<string, number>> } | undefined,
): Limit[] {
  return LIMITS.flatMap((name) => {
    const limit = account?.limits[name];
    const used = account?.usage[name];
    return limit === undefined || used === undefined ? [] : [{ name, used, limit }];
  });
}

/** Returns the host of an address, or the address if it has none. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
