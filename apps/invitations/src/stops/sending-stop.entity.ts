import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sender whose mails wait, because the mail server does not accept our relay, login or sender. */
@Entity('sending_stops')
export class SendingStopEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  /** The address in From, in lower case. */
  @PrimaryColumn('text') sender: string;
  @Column('bigint') account_id: number;
  @Column('text') code: string;
  @Column('text') msg: string;
  @Column('timestamptz') stopped_on: Date;
  @Column('timestamptz') failed_on: Date;
  @Column('timestamptz') next_try_on: Date;
  @Column('integer') tries: number;
  /** Id of the message that tries, or tried last. */
  @Column('bigint', { nullable: true }) probe: number | null;
  /** Ids of messages that were refused, the newest last. */
  @Column('bigint', { array: true }) refused: number[];
  /** Null while the sender is stopped. */
  @Column('timestamptz', { nullable: true }) ended_on: Date | null;
  /** Refusals since a mail was accepted last. */
  @Column('integer') failures: number;
}
