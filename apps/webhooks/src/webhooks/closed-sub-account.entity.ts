import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sub account that was deleted; for good, because events and late requests of it may still come. */
@Entity('closed_sub_accounts')
export class ClosedSubAccountEntity {
  @PrimaryColumn('bigint', { name: 'sub_account_id' })
  subAccountId: number;

  @Column('timestamptz', { name: 'closed_on', default: () => 'clock_timestamp()' })
  closedOn: Date;
}
