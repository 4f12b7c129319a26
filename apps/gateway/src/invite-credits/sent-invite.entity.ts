import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An invitation that uses a credit of its account: the first message of a request, once it was sent. Reminders use none. A row is
 * kept until the month after its own has ended.
 */
@Entity('sent_invites')
@Index('sent_invites_month_idx', ['account_id', 'sent_on'])
@Index('sent_invites_sent_on_idx', ['sent_on'])
export class SentInviteEntity {
  /** Id of the invitation request. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'sent_invites_pkey' })
  id: number;

  @Column('bigint') account_id: number;
  @Column('timestamptz') sent_on: Date;
  /** When the event or the snapshot was applied. */
  @Column('timestamptz', { default: () => 'now()' }) counted_on: Date;
}
