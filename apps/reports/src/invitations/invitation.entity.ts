import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A request for a review, or one of its reminders, and when it reached each stage first. Null for a stage that it did not reach. */
@Entity('invitations')
@Index('invitations_owner_idx', ['account_id', 'sub_account_id'])
export class InvitationEntity {
  @PrimaryColumn('bigint') id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('bigint') settings_id: number;
  /** email or sms. */
  @Column('text') type: string;
  /** 0 for the first message, 1 to 3 for its reminders. */
  @Column('smallint') step: number;
  @Column('timestamptz') created_on: Date;
  /** The highest aggregateversion of its events. The fields above come from that event. */
  @Column('bigint') version: number;
  @Column('timestamptz', { nullable: true }) queued_on: Date | null;
  @Column('timestamptz', { nullable: true }) sent_on: Date | null;
  /** When the mail server or the provider confirmed that it took the message. */
  @Column('timestamptz', { nullable: true }) confirmed_on: Date | null;
  /** When it was kept on the server instead, and sent to nobody. */
  @Column('timestamptz', { nullable: true }) kept_on: Date | null;
  @Column('timestamptz', { nullable: true }) opened_on: Date | null;
  @Column('timestamptz', { nullable: true }) clicked_on: Date | null;
  @Column('timestamptz', { nullable: true }) reviewed_on: Date | null;
  @Column('timestamptz', { nullable: true }) unsubscribed_on: Date | null;
  @Column('timestamptz', { nullable: true }) failed_on: Date | null;
  /** When the row last changed. */
  @Column('timestamptz', { default: () => 'now()' }) applied_on: Date;
}
