import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sub account that has or had a channel. The row stays, so that a sub account without channels is counted, too. */
@Entity('channel_owners')
export class ChannelOwnerEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'channel_owners_pkey' })
  sub_account_id: number;

  @Column('bigint') account_id: number;
}
