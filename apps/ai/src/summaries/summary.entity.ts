import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Statement } from '../generation/generated';

/**
 * The summary of a channel. The fields from `summary` on are null until one is generated, and after a review that it used was
 * edited or deleted.
 */
@Entity('summaries')
export class SummaryEntity {
  @PrimaryColumn('bigint') channel_id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  /** What the last POST chose; automatic refreshes keep it. */
  @Column('text', { default: 'auto' }) language: string;
  @Column('integer', { default: 80 }) length: number;
  /** The next POST is refused before this time. */
  @Column('timestamptz', { nullable: true }) cooldown_until: Date | null;
  @Column('text', { nullable: true }) summary: string | null;
  /** The language of `summary`. It differs from `language` for `auto`, and if a model failed that could have written the other one. */
  @Column('text', { nullable: true }) written_in: string | null;
  @Column('jsonb', { nullable: true }) evidence: Statement[] | null;
  /** `embedded`, or the name of the model that wrote it. */
  @Column('text', { nullable: true }) model: string | null;
  /** Identifies the prompt, the provider and the model that were configured. */
  @Column('text', { nullable: true }) config_key: string | null;
  /** True if the configured model failed and the embedded provider wrote it. */
  @Column('boolean', { default: false }) fallback: boolean;
  @Column('integer', { nullable: true }) based_on_reviews: number | null;
  /** The highest id of the channel's reviews when it was generated. Reviews with higher ids are new. */
  @Column('bigint', { nullable: true }) last_review_id: number | null;
  /** Ids of the reviews that it was generated from. */
  @Column('bigint', { array: true, nullable: true }) used_ids: number[] | null;
  @Column('timestamptz', { nullable: true }) generated_on: Date | null;
}
