import type { PublicReview } from '../public-json/public-widget';
import type { Settings } from '../settings/settings';
import type { ShownContent } from './measure';

/** Most widgets have several reviews soon, and the first page of a new one is not full. */
const MAX_REVIEWS = 6;

const REVIEW: PublicReview = {
  id: '',
  platform: 'google',
  label: 'Google',
  mark: 'G',
  rating: 5,
  // Half of the reviews that platforms publish are shorter.
  text: 'Friendly and quick, and everything arrived as described. We had a question after the order and got an answer within the hour.',
  cut: false,
  language: 'en',
  translated: false,
  author: { name: 'Alex Morgan', image: null },
  date: '2026-01-31',
  url: null,
  verified: false,
  reply: null,
  media: [],
};

/** Returns what a widget probably shows that has no review yet. */
export function typicalContent({ source, legal }: Settings): ShownContent {
  const reviews = Array.from({ length: Math.min(source.limit, MAX_REVIEWS) }, () => REVIEW);
  return {
    summary: {
      rating: 4.6,
      count: MAX_REVIEWS,
      basis: 'official',
      label: `Based on ${MAX_REVIEWS} reviews`,
      short_label: `${MAX_REVIEWS} reviews`,
      distribution: [MAX_REVIEWS, 0, 0, 0, 0],
      platforms: [
        { platform: 'google', label: 'Google', mark: 'G', rating: 4.6, count: MAX_REVIEWS, short_label: '' },
      ],
      matching: MAX_REVIEWS,
    },
    disclosure: legal.show_disclosure
      ? { text: 'All reviews are included. Reviews are not verified.', link: null }
      : null,
    branding: null,
    ai_summary: null,
    reviews,
    next: null,
  };
}
