import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The queue of one webhook: when its next delivery is due and how its endpoint is treated. The worker serves lanes in
 * turn, so that a long queue of one webhook does not delay the others.
 */
@Entity('lanes')
@Index('lanes_due_idx', { synchronize: false })
export class LaneEntity {
  @PrimaryColumn('bigint') webhook_id: number;
  /** `infinity` while the lane is empty. */
  @Column('timestamptz') next_due_at: Date;
  @Column('timestamptz', { nullable: true }) served_at: Date | null;
  @Column('boolean') paused: boolean;
  @Column('boolean') slow: boolean;
  @Column('smallint') limit_now: number;
  @Column('integer') success_streak: number;
  @Column('integer') failure_streak: number;
  @Column('timestamptz', { nullable: true }) failing_since: Date | null;
  @Column('integer') recent: number;
  @Column('smallint') recent_count: number;
  @Column('integer') typical_ms: number;
  @Column('boolean') breaker_open: boolean;
  @Column('smallint') breaker_opens: number;
  /** `-infinity` while the circuit breaker is closed. */
  @Column('timestamptz') blocked_until: Date;
}
