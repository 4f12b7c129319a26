import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person whose data was erased and must not be stored again. See personHash. */
@Entity('suppressions')
export class SuppressionEntity {
  /** 0 if the person was erased in all sub accounts of the account. */
  @PrimaryColumn('bigint') sub_account_id: number;
  @PrimaryColumn('bytea') person: Buffer;
  @Column('bigint') account_id: number;
  @Column('timestamp with time zone', { default: () => 'now()' }) created_on: Date;
}
