import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A tag of a review, in the order of lists: newest first per tag. An index over an array of tags cannot give that order.
 * Status and rating are repeated here, because most lists filter by them together with a tag. ReviewsRepository writes
 * this table. RelabellingsRepository deletes rows that have no review.
 */
@Entity('review_tags')
export class ReviewTagEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  @PrimaryColumn('bigint') tag_id: number;
  @PrimaryColumn('timestamp with time zone', { precision: 0 }) posted_on: Date;
  @PrimaryColumn('bigint') review_id: number;
  @Column('smallint') status: number;
  /** Null without a rating. */
  @Column('smallint', { nullable: true }) star: number | null;
  @Column('double precision', { nullable: true }) rating: number | null;
}
