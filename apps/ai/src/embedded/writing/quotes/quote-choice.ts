import type { SourceReview } from '../../../generation/source-review';
import type { Polarity } from '../../analysis/aspect-finding';
import type { Candidate } from './candidate-sentences';
import { ranks, similarities } from './text-rank';

/** Weight of what many sentences say, against what the chosen ones do not say yet (maximal marginal relevance). */
const RELEVANCE = 0.7;

/** Returns the part of praise among the reviews that praise or criticise by their stars; among the candidates if none does. */
export function praiseShare(reviews: readonly SourceReview[], candidates: readonly Candidate[]): number {
  const rated = reviews.flatMap(({ star }) => (star === null || Math.round(star) === 3 ? [] : [star > 3]));
  const votes = rated.length > 0 ? rated : candidates.map(({ polarity }) => polarity === 'positive');
  return votes.length > 0 ? votes.filter(Boolean).length / votes.length : 0;
}

/**
 * Hands out sentences, the best first. Each is of another review, says what many say, and repeats little of those before it.
 * `share` is the part of them that praises.
 */
export class QuoteChoice {
  private readonly similarity: Float64Array[];
  private readonly relevance: number[];
  /** For each candidate, how much of it the chosen ones say already. */
  private readonly repetition: number[];
  private readonly chosen: Candidate[] = [];

  constructor(
    private readonly candidates: readonly Candidate[],
    private readonly share: number,
  ) {
    this.similarity = similarities(candidates.map(({ words }) => words));
    this.relevance = ranks(this.similarity).map((rank, at) => rank * (candidates[at]?.weight ?? 0));
    this.repetition = candidates.map(() => 0);
  }

  /** Chooses the next sentence. Returns null if the next must praise, or criticise, and none of those is accepted. */
  next(isAccepted: (candidate: Candidate) => boolean): Candidate | null {
    const polarity = this.nextPolarity();
    let best = -1;
    for (const [at, candidate] of this.candidates.entries()) {
      if (candidate.polarity !== polarity || this.isQuoted(candidate) || !isAccepted(candidate)) continue;
      if (best < 0 || this.score(at) > this.score(best)) best = at;
    }
    return this.choose(best);
  }

  private nextPolarity(): Polarity {
    const praise = this.chosen.filter(({ polarity }) => polarity === 'positive').length;
    return praise < Math.round(this.share * (this.chosen.length + 1)) ? 'positive' : 'negative';
  }

  private isQuoted({ reviewId }: Candidate): boolean {
    return this.chosen.some((quote) => quote.reviewId === reviewId);
  }

  private score(at: number): number {
    return RELEVANCE * (this.relevance[at] as number) - (1 - RELEVANCE) * (this.repetition[at] as number);
  }

  private choose(at: number): Candidate | null {
    const candidate = this.candidates[at];
    if (!candidate) return null;
    this.chosen.push(candidate);
    for (const [other, similarity] of (this.similarity[at] as Float64Array).entries()) {
      this.repetition[other] = Math.max(this.repetition[other] as number, similarity);
    }
    return candidate;
  }
}
