import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { ActorType, HistoryDetails, HistoryKind } from './review-history';

/** A change of a review. A review that is deleted or anonymised has none. */
@Entity('review_history')
export class ReviewHistoryEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'review_history_pkey' }) review_id: number;
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'review_history_pkey',
  })
  id: number;
  @Column('timestamp with time zone', { default: () => 'now()' }) at: Date;
  @Column('text') kind: HistoryKind;
  @Column('text') actor: ActorType;
  /** The id of the user or key. */
  @Column('bigint', { nullable: true }) actor_id: number | null;
  /** The beginning of a text that was longer. */
  @Column('text', { nullable: true }) before: string | null;
  @Column('text', { nullable: true }) after: string | null;
  @Column('jsonb', { nullable: true }) details: HistoryDetails | null;
}
