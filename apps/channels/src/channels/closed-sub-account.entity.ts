import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A deleted sub account. The row is kept permanently, because a late request may still add a channel to it. */
@Entity('closed_sub_accounts')
export class ClosedSubAccountEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'closed_sub_accounts_pkey' })
  sub_account_id: number;

  @Column('timestamptz', { default: () => 'now()' }) closed_on: Date;
}
