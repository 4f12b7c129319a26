import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** The origin of reviews without a channel. Every sub account has at least the source "Manual". */
@Entity('sources')
@Index('sources_name_idx', { synchronize: false })
@Index('sources_account_idx', ['account_id', 'sub_account_id'])
export class SourceEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') name: string;
  @Column('timestamp with time zone', { default: () => 'now()' }) created_on: Date;
}
