import type { Tx } from '@plaudit/database';
import type { KnownChannel } from '../channels/channels.read-model';
import type { SourceReview } from '../generation/source-review';
import type { TextGenerator } from '../generation/text-generator';
import type { Written } from '../generation/written';

/** What a provider wrote about a channel, and what it was made of. */
export interface ChannelText<T> extends Written<T> {
  /** The reviews that it was made of, newest first. */
  reviews: readonly SourceReview[];
  /** The highest id of the channel's reviews at that time. */
  lastReviewId: number;
}

/** How to write a text about a channel, and to store it. `T` is what a provider writes, `R` is the stored record. */
export interface ChannelTask<T, R> {
  kind: 'summary' | 'insights';
  channel: KnownChannel;
  /** The key of its lock: two replicas never write the same text at once. */
  key: string;
  /** Nothing is written about fewer reviews with text. */
  minReviews: number;
  write(generator: TextGenerator, reviews: readonly SourceReview[]): Promise<T>;
  record(text: ChannelText<T>): R;
  /** `usedIds` are the reviews that the record is made of. */
  store(tx: Tx, record: R, usedIds: readonly number[]): Promise<void>;
  /** Returns the stored record if it can be served, or null. */
  find(): Promise<R | null>;
}
