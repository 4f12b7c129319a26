import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The words of a review, with what most searches filter and sort by. ReviewsRepository writes this table. Its rows are small
 * and those of one tenant lie together in one of sixteen partitions, because the exact count of a frequent word has to visit
 * the row of each review that has it.
 */
@Entity('review_words')
@Index('review_words_words_idx', { synchronize: false })
export class ReviewWordsEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  @PrimaryColumn('timestamp with time zone', { precision: 0 }) posted_on: Date;
  @PrimaryColumn('bigint') review_id: number;
  /** On a scale of five; null without a rating. */
  @Column('double precision', { nullable: true }) rating: number | null;
  /** The version of the review when this row was written. */
  @Column('integer') version: number;
  @Column('smallint') status: number;
  /** Null without a rating. */
  @Column('smallint', { nullable: true }) star: number | null;
  /** See wordVector. */
  @Column('tsvector') words: string;
  /**
   * Postgres moves values out of a row only if it has more than 2 kB. These spaces, compressed to 35 bytes, take it there,
   * so that the words are moved out and a page holds 60 reviews, however long their texts are.
   */
  @Column('text', { default: () => "repeat(' ', 2000)" }) filler: string;
}
