import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

export const RELABELLED_NOUNS = ['tag', 'source'] as const;
export type RelabelledNoun = (typeof RELABELLED_NOUNS)[number];

/** Reviews that must still follow a tag or source that was renamed, merged or deleted. */
@Entity('relabellings')
@Index('relabellings_sub_account_idx', ['sub_account_id', 'id'])
export class RelabellingEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'relabellings_pkey',
  })
  id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') noun: RelabelledNoun;
  /** The tag or source. */
  @Column('bigint') subject_id: number;
  /** The tag or source that takes its place; null if it was renamed or none does. */
  @Column('bigint', { nullable: true }) into_id: number | null;
  @Column('boolean') is_rename: boolean;
  /** The last review of the previous batch of a rename. The reviews of a merge leave the subject, so that it needs no place. */
  @Column('timestamp with time zone', { precision: 0, nullable: true }) after_posted_on: Date | null;
  @Column('bigint', { nullable: true }) after_review_id: number | null;
  /** Time of the last batch, by which sub accounts take turns. */
  @Column('timestamp with time zone', { default: () => 'now()' }) worked_on: Date;
}
