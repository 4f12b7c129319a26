import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many first messages an account sent in a month (UTC). The plan limits them. */
@Entity('month_sends')
export class MonthSendsEntity {
  @PrimaryColumn('bigint') account_id: number;
  /** The first day of the month. */
  @PrimaryColumn('date') month: string;
  @Column('integer') sent: number;
}
