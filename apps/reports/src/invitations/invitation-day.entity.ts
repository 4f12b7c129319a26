import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many of the invitations that were created on one local day have reached each stage until now. */
@Entity('invitation_days')
export class InvitationDayEntity {
  @PrimaryColumn('bigint') account_id: number;
  @PrimaryColumn('bigint') sub_account_id: number;
  /** The day in the `counted_timezone` of the sub account. */
  @PrimaryColumn('date') day: string;
  @PrimaryColumn('bigint') settings_id: number;
  @PrimaryColumn('text') type: string;
  @PrimaryColumn('smallint') step: number;
  @Column('integer') queued: number;
  /** Without those that were kept. */
  @Column('integer') sent: number;
  /** Kept on the server, and sent to nobody. */
  @Column('integer', { default: 0 }) kept: number;
  /** Confirmed by the mail server or the provider, and not failed since. */
  @Column('integer') delivered: number;
  @Column('integer') opened: number;
  @Column('integer') clicked: number;
  @Column('integer') reviewed: number;
  @Column('integer') unsubscribed: number;
  @Column('integer') failed: number;
}
