import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One per webhook: when it is due next, and how its endpoint is treated. Fairness is one lane, one turn. */
@Entity('lanes')
@Index('lanes_due_idx', { synchronize: false })
export class LaneEntity {
  @PrimaryColumn('bigint', { name: 'webhook_id' })
  webhookId: number;

  /** `infinity` when nothing waits. */
  @Column('timestamptz', { name: 'next_due_at' })
  nextDueAt: Date;

  @Column('timestamptz', { name: 'served_at', nullable: true })
  servedAt: Date | null;

  @Column('boolean')
  paused: boolean;

  @Column('boolean')
  slow: boolean;

  @Column('smallint', { name: 'limit_now' })
  limitNow: number;

  @Column('integer', { name: 'success_streak' })
  successStreak: number;

  @Column('integer', { name: 'failure_streak' })
  failureStreak: number;

  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSince: Date | null;

  @Column('integer')
  recent: number;

  @Column('smallint', { name: 'recent_count' })
  recentCount: number;

  @Column('integer', { name: 'typical_ms' })
  typicalMs: number;

  @Column('boolean', { name: 'breaker_open' })
  breakerOpen: boolean;

  @Column('smallint', { name: 'breaker_opens' })
  breakerOpens: number;

  /** `-infinity` when nothing holds it back. */
  @Column('timestamptz', { name: 'blocked_until' })
  blockedUntil: Date;
}
