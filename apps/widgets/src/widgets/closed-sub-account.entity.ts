import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sub account that was deleted; for good, because a late request may still add to it. */
@Entity('closed_sub_accounts')
export class ClosedSubAccountEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  @Column('timestamp with time zone', { default: () => 'now()' }) closed_on: Date;
}
