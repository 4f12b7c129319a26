import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A property: a group of channels of a sub account, for example by location. */
@Entity('channel_groups')
@Index('channel_groups_name_idx', { synchronize: false })
export class GroupEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'channel_groups_pkey',
  })
  id: number;

  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') name: string;
  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
}
