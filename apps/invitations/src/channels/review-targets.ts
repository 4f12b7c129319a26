import { webUrl } from '@plaudit/runtime';

/** A channel that a message or the landing page offers. */
export interface ReviewChannel {
  id: number;
  /** The platform's slug. */
  type: string;
  label: string;
  name: string;
  url: string;
}

interface Copy extends Omit<ReviewChannel, 'url'> {
  url: string | null;
}

interface TargetInput {
  settings: { channels: readonly number[]; review_url: string | null };
  /** The channels that the request names. They replace those of the settings, and its `review_url`. */
  requestChannels: readonly number[] | null;
  /** The channels of the sub account, in the order of their ids. */
  copies: readonly Copy[];
  /** True if the landing page has the form for a review of its own. */
  directForm: boolean;
}

/** Where the links of a message lead. Everybody gets the same targets in the same order, whatever they will say. */
export interface ReviewTargets {
  /** The one address where the main link leads. Null if it leads to the landing page, or if there is nothing to review. */
  reviewUrl: string | null;
  /** In the order of the setting, or of their ids if it names none. */
  channels: ReviewChannel[];
  /** An address that the settings name instead of channels. */
  otherUrl: string | null;
  /** True if the main link leads to the landing page: it has several targets, or the form. */
  landing: boolean;
}

/** Returns the targets of a message, or of its landing page. */
export function reviewTargets({ settings, requestChannels, copies, directForm }: TargetInput): ReviewTargets {
  const named = requestChannels && requestChannels.length > 0 ? requestChannels : null;
  const otherUrl = named === null ? webUrl(settings.review_url) : null;
  const channels = otherUrl === null ? offered(named ?? settings.channels, copies) : [];
  const landing = directForm || channels.length > 1;
  const only = otherUrl ?? channels[0]?.url ?? null;
  return { reviewUrl: landing ? null : only, channels, otherUrl, landing };
}

/** Returns false if a message would have no link to review anything. It is then skipped with `no_review_link`. */
export function hasReviewLink({ reviewUrl, landing }: ReviewTargets): boolean {
  return reviewUrl !== null || landing;
}

/** Returns the number of a channel in links, 1 to 255. It does not depend on the order or number of the channels. */
export function linkIndexOf(channelId: number): number {
  return 1 + ((channelId - 1) % 255);
}

/**
 * Returns the channel that a link with this index means. Returns null if two channels share the index, or if the channel is no
 * longer offered. The link then leads to the landing page, so that it never leads to the wrong channel.
 */
export function channelOfIndex(channels: readonly ReviewChannel[], index: number): ReviewChannel | null {
  const [found, ...others] = channels.filter(({ id }) => linkIndexOf(id) === index);
  return found && others.length === 0 ? found : null;
}

/** Returns those of the channels that have a link to a web page. No ids mean all channels. */
function offered(ids: readonly number[], copies: readonly Copy[]): ReviewChannel[] {
  const byId = new Map(copies.map((copy) => [copy.id, copy]));
  const chosen = ids.length === 0 ? copies : [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  return chosen.flatMap(({ id, type, label, name, url }) => {
    const link = webUrl(url);
    return link === null ? [] : [{ id, type, label, name, url: link }];
  });
}
