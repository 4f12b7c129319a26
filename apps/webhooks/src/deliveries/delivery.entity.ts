import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One event to be sent to one webhook. The values of `state` and `trigger` are in delivery.ts. */
@Entity('deliveries')
@Index('deliveries_public_id_key', { synchronize: false })
@Index('deliveries_event_key', { synchronize: false })
@Index('deliveries_lane_idx', { synchronize: false })
@Index('deliveries_leased_idx', { synchronize: false })
@Index('deliveries_finished_idx', { synchronize: false })
@Index('deliveries_dropped_idx', { synchronize: false })
@Index('deliveries_manual_idx', { synchronize: false })
export class DeliveryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  /** `dlv_…`, the same on every attempt. */
  @Column('text') public_id: string;
  @Column('bigint') webhook_id: number;
  @Column('bigint') event_id: number;
  @Column('smallint') state: number;
  @Column('smallint') trigger: number;
  @Column('smallint') attempts: number;
  @Column('timestamptz') next_attempt_at: Date;
  @Column('timestamptz', { nullable: true }) lease_until: Date | null;
  /** Fencing token: a worker that was frozen past its lease holds an old one, and its completion has no effect. */
  @Column('uuid', { nullable: true }) lease_id: string | null;
  @Column('smallint') lease_expiries: number;
  @Column('integer', { nullable: true }) last_status: number | null;
  /** The error code of the last attempt, or `expired` if the delivery was held for too long. */
  @Column('text', { nullable: true }) last_error: string | null;
  @Column('timestamptz') created_on: Date;
  @Column('timestamptz', { nullable: true }) finished_on: Date | null;
}
