import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A deleted sub account. The row is never removed, because a request that arrives late may still add a widget. */
@Entity('closed_sub_accounts')
export class ClosedSubAccountEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  @Column('timestamp with time zone', { default: () => 'now()' }) closed_on: Date;
}
