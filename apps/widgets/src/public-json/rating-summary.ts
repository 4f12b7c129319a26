import { type ApprovedReviewsResponse, normalisedRating, type ReviewFigures } from '@plaudit/contracts';
import type { ChannelCopy } from '../channels/channel-copy';
import type { RatingBasis } from '../settings/settings';
import type { PublicPlatform, PublicSummary } from './public-widget';

export type RatingSummary = Omit<PublicSummary, 'label'>;

/**
 * Returns the rating for the header. `official` is the average of the scores that the platforms publish, weighted by
 * their numbers of reviews. If no shown channel has an official score, the average of all collected reviews takes its
 * place, and `basis` is `collected`.
 */
export function ratingSummary(
  configured: RatingBasis,
  channels: readonly ChannelCopy[],
  reviews: Pick<ApprovedReviewsResponse, 'summary' | 'count'>,
): RatingSummary {
  const official = officialRating(channels);
  const basis = configured === 'official' && official.rating === null ? 'collected' : configured;
  const figures = basis === 'approved' ? reviews.summary.approved : reviews.summary.collected;
  const { rating, count } =
    basis === 'official' ? official : { rating: rounded(figures.average), count: figures.count };
  return {
    rating,
    count,
    basis,
    distribution: distributionOf(figures),
    platforms: platformsOf(channels),
    matching: reviews.count,
  };
}

function officialRating(channels: readonly ChannelCopy[]): { rating: number | null; count: number } {
  const rated = channels.flatMap((channel) => {
    const rating = normalisedRating(channel.score, channel.rating_scale);
    return rating === null ? [] : [{ rating, count: channel.reviews ?? 0 }];
  });
  const count = rated.reduce((sum, channel) => sum + channel.count, 0);
  if (rated.length === 0) return { rating: null, count: 0 };
  // A score without a count has no weight beside scores with counts. If no score has a count, all weigh the same.
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

function distributionOf({ distribution }: ReviewFigures): PublicSummary['distribution'] {
  return [distribution['5'], distribution['4'], distribution['3'], distribution['2'], distribution['1']];
}

/** Rounds to two decimals. */
export function rounded(rating: number | null): number | null {
  return rating === null ? null : Math.round(rating * 100) / 100;
}
