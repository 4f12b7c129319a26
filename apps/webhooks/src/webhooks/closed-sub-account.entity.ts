import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A deleted sub account. Rows are never removed, because late events and requests of the sub account may still arrive.
 */
@Entity('closed_sub_accounts')
export class ClosedSubAccountEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) closed_on: Date;
}
