import type { SourceReview } from '../../generation/source-review';
import { type AspectFinding, ASPECTS } from './aspect-finding';
import { mentionsOf } from './review-mentions';

/**
 * Returns which reviews praise and criticise which aspects, in the order of {@link ASPECTS}. Aspects that no review mentions are left
 * out. The order of the ids is that of the reviews.
 */
export function aspectFindings(reviews: readonly SourceReview[]): AspectFinding[] {
  const findings = new Map(
    ASPECTS.map((aspect): [string, AspectFinding] => [aspect, { aspect, positive: [], negative: [] }]),
  );
  for (const review of reviews) {
    for (const { aspect, polarity } of mentionsOf(review)) findings.get(aspect)?.[polarity].push(review.id);
  }
  return [...findings.values()].filter(({ positive, negative }) => positive.length + negative.length > 0);
}
