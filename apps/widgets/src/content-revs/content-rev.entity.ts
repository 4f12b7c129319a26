import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One counter per sub account, raised by anything that one of its widgets could show. */
@Entity('rev')
export class ContentRevEntity {
  @PrimaryColumn('bigint') account_id: number;
  @PrimaryColumn('bigint') sub_account_id: number;
  @Column('bigint') rev: number;
}
