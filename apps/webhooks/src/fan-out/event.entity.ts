import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An event some webhook heard of, with the exact bytes that are sent. Kept 30 days. */
@Entity('events')
@Index('events_evt_id_key', { synchronize: false })
@Index('events_created_idx', { synchronize: false })
export class EventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text', { name: 'evt_id' })
  evtId: string;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  @Column('bigint', { name: 'sub_account_id' })
  subAccountId: number;

  @Column('text')
  event: string;

  @Column('timestamptz', { name: 'occurred_on' })
  occurredOn: Date;

  @Column('bytea')
  body: Buffer;

  @Column('timestamptz', { name: 'created_on' })
  createdOn: Date;
}
