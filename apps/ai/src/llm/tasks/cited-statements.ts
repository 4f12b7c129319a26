import type { Statement } from '../../generation/generated';
import type { SourceReview } from '../../generation/source-review';
import { CopiedText } from '../guards/copied-text';
import { assertStatement, plainAnswer } from '../guards/plain-answer';
import { areNumbersSupported, figuresOf, type ReviewFigures } from '../guards/supported-numbers';
import { plainWords } from '../guards/word-runs';
import { LlmFailure } from '../llm-failure';
import type { Selection, SentReview } from '../prompts/selected-reviews';
import { type InputShare, shareOf } from './question';

/** A statement as a model wrote it. */
interface AnsweredStatement {
  text: string;
  ids: readonly number[];
}

/** What the statements of one answer are checked against. */
export interface StatementContext {
  /** All reviews of the task. Those that were not sent are only counted. */
  reviews: readonly SourceReview[];
  /** What the request of this answer had. */
  selection: Selection;
  business: string;
  /** The language in which the answer should be; null if any will do. */
  language: string | null;
}

/** Turns the statements of a model into ours. */
export class CitedStatements {
  private readonly figures: ReviewFigures;
  private readonly copied: CopiedText;
  private readonly sent: ReadonlyMap<number, SentReview>;

  constructor(private readonly context: StatementContext) {
    this.figures = figuresOf(context.reviews);
    this.copied = new CopiedText(context.selection);
    this.sent = new Map(context.selection.sent.map((review) => [review.number, review]));
  }

  /**
   * Returns the statements that cite a review which was sent, each text once. Throws an LlmFailure if one of them says what it
   * may not say.
   */
  read(answered: readonly AnsweredStatement[]): Statement[] {
    const statements = new Map<string, Statement>();
    for (const { text, ids } of answered) {
      const numbers = [...new Set(ids)].filter((id) => this.sent.has(id)).sort((a, b) => a - b);
      const plain = plainAnswer(text);
      if (numbers.length === 0 || plain === '') continue;
      this.check(plain, numbers);
      const key = plainWords(plain).join(' ');
      if (!statements.has(key)) statements.set(key, { text: plain, review_ids: this.idsOf(numbers) });
    }
    return [...statements.values()];
  }

  private check(text: string, numbers: readonly number[]): void {
    assertStatement(text, this.context.business);
    if (this.copied.isIn(text, numbers)) {
      throw new LlmFailure('copied', 'The model copied a review that it did not cite.');
    }
    const cited = numbers.map((number) => this.sent.get(number) as SentReview);
    const isSupported = areNumbersSupported(text, {
      figures: this.figures,
      cited: numbers.length,
      texts: [...cited.map((review) => review.text), this.context.business],
      language: this.context.language,
    });
    if (!isSupported)
      throw new LlmFailure('wrong_numbers', 'The model stated a number that the reviews do not have.');
  }

  private idsOf(numbers: readonly number[]): number[] {
    return numbers.map((number) => (this.sent.get(number) as SentReview).review.id);
  }
}

/** Returns the reviews as a model reads them. */
export function reviewsJson({ sent }: Selection): { id: number; rating: number | null; text: string }[] {
  return sent.map(({ number, review, text }) => ({ id: number, rating: review.star, text }));
}

/** Returns the part of the selection that is sent. */
export function selectionShare({ sent, hostile }: Selection, input: InputShare): Selection {
  return { sent: [...shareOf(sent, input)], hostile };
}
