import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How often one key or user was refused an action within an hour. Deleted when the hour is over. */
@Entity('refusal_counts')
@Check('refusal_counts_subject_type_check', "subject_type in ('key', 'user')")
@Index('refusal_counts_hour_idx', ['hour'])
export class RefusalCountEntity {
  /** A key or user that was refused a right, or a user as whom a sign-in was refused. */
  @PrimaryColumn('text') subject_type: 'key' | 'user';
  @PrimaryColumn('bigint') subject_id: number;

  /** `access.refused` or `user.sign_in_refused`. */
  @PrimaryColumn('text') action: string;

  @PrimaryColumn('timestamptz') hour: Date;
  @Column('bigint') account_id: number;
  @Column('integer') refused: number;
}
