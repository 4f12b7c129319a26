/** A sent first message whose recipient has the name of a review's author. */
export interface MatchCandidate {
  id: number;
  settings_id: number;
  /** The channels that the request names; null or none means those of its settings. */
  channels: readonly number[] | null;
  /** True if the recipient followed a link of the message, or of one of its reminders, before the review was posted. */
  clicked: boolean;
}

/** How sure a match is: `high` after a click, `medium` by name, channel and time alone. */
export type MatchConfidence = 'high' | 'medium';

export interface ReviewMatch {
  id: number;
  confidence: MatchConfidence;
}

/**
 * Returns the request that led to a review of this channel. Returns null unless exactly one candidate offered the channel: two
 * people can have the same name.
 */
export function matchOf(
  candidates: readonly MatchCandidate[],
  channelId: number,
  channelsOf: ReadonlyMap<number, readonly number[]>,
): ReviewMatch | null {
  const [found, ...others] = candidates.filter(({ channels, settings_id }) => {
    const named = channels?.length ? channels : (channelsOf.get(settings_id) ?? []);
    return named.length === 0 || named.includes(channelId);
  });
  if (!found || others.length > 0) return null;
  return { id: found.id, confidence: found.clicked ? 'high' : 'medium' };
}
