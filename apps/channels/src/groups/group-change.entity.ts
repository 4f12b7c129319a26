import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A property that was renamed or deleted, and whose channels do not all have an event of it yet. */
@Entity('group_changes')
@Index('group_changes_due_idx', ['due_at'])
export class GroupChangeEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'group_changes_pkey' }) group_id: number;
  @Column('bigint') sub_account_id: number;
  /** The channels with this id and smaller ones have their event. */
  @Column('bigint', { default: 0 }) after_id: number;
  @Column('timestamptz', { default: () => 'now()' }) due_at: Date;
}
