import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const DELETION_REASONS = ['deleted', 'channel_deleted'] as const;
/** `deleted`: a client deleted the review. `channel_deleted`: it went with its channel. */
export type DeletionReason = (typeof DELETION_REASONS)[number];

/** A review that no longer exists, for those who follow changes. It holds nothing of what the review said. */
@Entity('deleted_reviews')
@Index('deleted_reviews_time_idx', ['sub_account_id', 'deleted_on', 'review_id'])
export class DeletedReviewEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'deleted_reviews_pkey' }) review_id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') reason: DeletionReason;
  @Column('timestamp with time zone', { default: () => 'now()' }) deleted_on: Date;
}
