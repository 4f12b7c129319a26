import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The time zone that an account chose for the sub accounts that have none of their own. */
@Entity('account_zones')
export class AccountZoneEntity {
  @PrimaryColumn('bigint') account_id: number;
  /** Null if the account chose none, and if Postgres does not know the zone. REPORT_TIMEZONE holds then. */
  @Column('text', { nullable: true }) timezone: string | null;
  /** The `aggregateversion` of the newest event that was applied. */
  @Column('bigint') version: number;
}
