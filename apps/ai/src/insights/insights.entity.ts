import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Improvement, Statement } from '../generation/generated';

/** The strengths and improvements of a channel in one language. Deleted when a review that they used is edited or deleted. */
@Entity('insights')
export class InsightsEntity {
  @PrimaryColumn('bigint') channel_id: number;
  @PrimaryColumn('text') language: string;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('jsonb') strengths: Statement[];
  @Column('jsonb') improvements: Improvement[];
  /** `embedded`, or the name of the model that wrote them. */
  @Column('text') model: string;
  /** Identifies the prompt, the provider and the model that were configured. */
  @Column('text') config_key: string;
  /** True if the configured model failed and the embedded provider wrote them. */
  @Column('boolean', { default: false }) fallback: boolean;
  /** The highest id of the channel's reviews when they were generated. Reviews with higher ids are new. */
  @Column('bigint') last_review_id: number;
  /** Ids of the reviews that they were generated from. */
  @Column('bigint', { array: true }) used_ids: number[];
  @Column('timestamptz') generated_on: Date;
}
