import { type ApprovedReviewsResponse, normalisedRating, type ReviewFigures } from '@plaudit/contracts';
import type { ChannelCopy } from '../channels/channel-copy';
import { RATING_BASES, type RatingBasis } from '../settings/settings';
import type { PublicPlatform, PublicSummary, StarCounts } from './public-widget';

/** The numbers of a widget. They all count the same reviews, which `basis` names. */
export interface RatingSummary extends Pick<
  PublicSummary,
  'rating' | 'count' | 'basis' | 'distribution' | 'matching'
> {
  /** All platforms of the shown channels. Those with a count sum to `count`, and the others are not part of the rating. */
  platforms: PlatformRating[];
  /** Reviews of the same basis that have no rating. They are not in `count`, unless no review has a rating. */
  unrated: number;
  /** All reviews that came in from the same channels and sources, in any status. */
  collected: number;
}

export type PlatformRating = Pick<PublicPlatform, 'platform' | 'label' | 'rating' | 'count'>;

interface Rating {
  rating: number | null;
  count: number;
}

const NO_RATING: Rating = { rating: null, count: 0 };

/** How far the average of the collected reviews may be from the score of a platform, which publishes one decimal. */
const ROUNDING = 0.055;

/**
 * Returns the rating for the header. `official` is the average of the scores that the platforms publish, weighted by
 * their numbers of reviews. A score without a number of reviews, or a number without a score, is not part of it. If no shown channel
 * has both, the average of all collected reviews takes its place, and `basis` is `collected`.
 */
export function ratingSummary(
  configured: RatingBasis,
  channels: readonly ChannelCopy[],
  reviews: Pick<ApprovedReviewsResponse, 'summary' | 'count'>,
): RatingSummary {
  const { approved, collected } = reviews.summary;
  const official = officialRating(channels);
  const basis = configured === 'official' && official.rating === null ? 'collected' : configured;
  const isOfficial = basis === 'official';
  const shown = isOfficial
    ? { ...official, distribution: officialDistribution(official, collected), unrated: 0 }
    : reviewRating(basis === 'approved' ? approved : collected);
  return {
    ...shown,
    basis,
    platforms: platformsOf(channels, isOfficial),
    matching: reviews.count,
    // The two counts are read one after the other, and a review can arrive in between.
    collected: Math.max(collected.count, reviews.count),
  };
}

/** What a basis of the rating yields. `rating` is null if it yields none. */
export interface BasisRating extends Rating {
  basis: RatingBasis;
}

/** Returns what each basis of the rating would yield for the same channels and reviews. */
export function ratingsOfBases(
  channels: readonly ChannelCopy[],
  reviews: Pick<ApprovedReviewsResponse, 'summary' | 'count'>,
): BasisRating[] {
  return RATING_BASES.map((basis) => {
    const summary = ratingSummary(basis, channels, reviews);
    const { rating, count } = summary.basis === basis ? summary : NO_RATING;
    return { basis, rating, count };
  });
}

/** Counts the reviews with a rating, so that count, average and bars are about the same reviews. */
function reviewRating(
  figures: ReviewFigures,
): Pick<RatingSummary, 'rating' | 'count' | 'distribution' | 'unrated'> {
  const distribution = distributionOf(figures);
  const rated = sumOf(distribution);
  if (rated === 0) return { rating: null, count: figures.count, distribution: null, unrated: figures.count };
  return { rating: rounded(figures.average), count: rated, distribution, unrated: figures.count - rated };
}

/** Platforms publish no bars. The bars of the collected reviews are theirs only if every review was collected. */
function officialDistribution({ rating, count }: Rating, collected: ReviewFigures): StarCounts | null {
  if (rating === null || collected.average === null) return null;
  const distribution = distributionOf(collected);
  const isSame = sumOf(distribution) === count && Math.abs(collected.average - rating) <= ROUNDING;
  return isSame ? distribution : null;
}

function officialRating(channels: readonly ChannelCopy[]): Rating {
  const rated = channels.flatMap((channel) => {
    const rating = normalisedRating(channel.score, channel.rating_scale);
    return rating === null || !channel.reviews ? [] : [{ rating, count: channel.reviews }];
  });
  const count = rated.reduce((sum, channel) => sum + channel.count, 0);
  if (count === 0) return NO_RATING;
  const sum = rated.reduce((total, channel) => total + channel.rating * channel.count, 0);
  return { rating: rounded(sum / count), count };
}

/** The numbers of the platforms belong to the official rating only. */
function platformsOf(channels: readonly ChannelCopy[], isOfficial: boolean): PlatformRating[] {
  const platforms = [...new Set(channels.map(({ type }) => type))];
  return platforms.map((platform) => {
    const members = channels.filter(({ type }) => type === platform);
    const rating = officialRating(isOfficial ? members : []);
    return { platform, label: members[0]?.label ?? platform, ...rating };
  });
}

function distributionOf({ distribution }: ReviewFigures): StarCounts {
  return [distribution['5'], distribution['4'], distribution['3'], distribution['2'], distribution['1']];
}

function sumOf(counts: StarCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Rounds to two decimals. */
export function rounded(rating: number | null): number | null {
  return rating === null ? null : Math.round(rating * 100) / 100;
}
