import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One event on its way to one webhook; `state` and `trigger` as in delivery.ts. */
@Entity('deliveries')
@Index('deliveries_public_id_key', { synchronize: false })
@Index('deliveries_event_key', { synchronize: false })
@Index('deliveries_lane_idx', { synchronize: false })
@Index('deliveries_leased_idx', { synchronize: false })
@Index('deliveries_lease_expiry_idx', { synchronize: false })
@Index('deliveries_finished_idx', { synchronize: false })
export class DeliveryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  /** `dlv_…`, the same on every attempt. */
  @Column('text', { name: 'public_id' })
  publicId: string;

  @Column('bigint', { name: 'webhook_id' })
  webhookId: number;

  @Column('bigint', { name: 'event_id' })
  eventId: number;

  @Column('smallint')
  state: number;

  @Column('smallint')
  trigger: number;

  @Column('smallint')
  attempts: number;

  @Column('timestamptz', { name: 'next_attempt_at' })
  nextAttemptAt: Date;

  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil: Date | null;

  /** Fences a worker that was frozen past its lease. */
  @Column('uuid', { name: 'lease_id', nullable: true })
  leaseId: string | null;

  @Column('smallint', { name: 'lease_expiries' })
  leaseExpiries: number;

  @Column('integer', { name: 'last_status', nullable: true })
  lastStatus: number | null;

  /** An attempt's error code, or `expired` when it was held for too long. */
  @Column('text', { name: 'last_error', nullable: true })
  lastError: string | null;

  @Column('timestamptz', { name: 'created_on' })
  createdOn: Date;

  @Column('timestamptz', { name: 'finished_on', nullable: true })
  finishedOn: Date | null;
}
