import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An event that at least one webhook is subscribed to, with the exact bytes that are sent. Kept for 30 days. */
@Entity('events')
@Index('events_evt_id_key', { synchronize: false })
@Index('events_created_idx', { synchronize: false })
export class EventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('text') evt_id: string;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') event: string;
  @Column('timestamptz') occurred_on: Date;
  @Column('bytea') body: Buffer;
  @Column('timestamptz') created_on: Date;
  /** The trace of the change. The requests with the event continue it. */
  @Column('text', { nullable: true }) traceparent: string | null;
  @Column('text', { nullable: true }) tracestate: string | null;
}
