import { type ApprovedReviewsResponse, normalisedRating, type ReviewFigures } from '@plaudit/contracts';
import type { RatingBasis } from '../widgets/settings';
import type { ChannelCopy } from './channel-copy';
import type { PublicPlatform, PublicSummary } from './public-widget';

export type RatingSummary = Omit<PublicSummary, 'label'>;

/**
 * The header's rating. `official` is what the platforms say, weighted by their review counts; where no shown channel
 * has an official score yet (or there is none) it falls back to everything collected, and `basis` says so.
 */
export function ratingSummary(
  wanted: RatingBasis,
  channels: readonly ChannelCopy[],
  answer: Pick<ApprovedReviewsResponse, 'summary' | 'count'>,
): RatingSummary {
  const official = officialRating(channels);
  const basis = wanted === 'official' && official.rating === null ? 'collected' : wanted;
  const counts = basis === 'approved' ? answer.summary.approved : answer.summary.collected;
  const { rating, count } =
    basis === 'official' ? official : { rating: rounded(counts.average), count: counts.count };
  return {
    rating,
    count,
    basis,
    distribution: distributionOf(counts),
    platforms: platformsOf(channels),
    matching: answer.count,
  };
}

function officialRating(channels: readonly ChannelCopy[]): { rating: number | null; count: number } {
  const rated = channels.flatMap((channel) => {
    const rating = normalisedRating(channel.score, channel.rating_scale);
    return rating === null ? [] : [{ rating, count: channel.reviews ?? 0 }];
  });
  const count = rated.reduce((sum, channel) => sum + channel.count, 0);
  if (rated.length === 0) return { rating: null, count: 0 };
  // Platforms that give a score but no count weigh nothing beside those that do, and equally among themselves.
  const weight = (channel: { count: number }): number =>
    count > 0 ? channel.count / count : 1 / rated.length;
  const rating = rated.reduce((sum, channel) => sum + channel.rating * weight(channel), 0);
  return { rating: rounded(rating), count };
}

function platformsOf(channels: readonly ChannelCopy[]): PublicPlatform[] {
  const platforms = [...new Set(channels.map(({ type }) => type))];
  return platforms.map((platform) => {
    const members = channels.filter(({ type }) => type === platform);
    return { platform, label: members[0]?.label ?? platform, ...officialRating(members) };
  });
}

function distributionOf(counts: ReviewFigures): PublicSummary['distribution'] {
  const { distribution } = counts;
  return [distribution['5'], distribution['4'], distribution['3'], distribution['2'], distribution['1']];
}

export function rounded(rating: number | null): number | null {
  return rating === null ? null : Math.round(rating * 100) / 100;
}
