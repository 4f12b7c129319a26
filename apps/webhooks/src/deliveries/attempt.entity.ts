import type { PhaseTimings } from '@plaudit/outbound';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One request to an endpoint, as the webhook's owner sees it in the log. */
@Entity('attempts')
@Index('attempts_webhook_idx', { synchronize: false })
@Index('attempts_failed_idx', { synchronize: false })
@Index('attempts_test_idx', { synchronize: false })
@Index('attempts_delivery_idx', { synchronize: false })
@Index('attempts_started_idx', { synchronize: false })
export class AttemptEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') webhook_id: number;
  /** Null for a test call, which has no delivery. */
  @Column('bigint', { nullable: true }) delivery_id: number | null;
  @Column('text') delivery_public_id: string;
  @Column('text') evt_id: string;
  @Column('text') event: string;
  /** The number of the attempt within its delivery, starting at 1. */
  @Column('smallint') n: number;
  /** One of `Trigger` in delivery.ts. */
  @Column('smallint') trigger: number;
  @Column('boolean') test: boolean;
  @Column('boolean') ok: boolean;
  @Column('integer', { nullable: true }) status_code: number | null;
  @Column('text', { nullable: true }) error_code: string | null;
  @Column('text') error: string;
  @Column('timestamptz') started_on: Date;
  @Column('integer') duration_ms: number;
  @Column('jsonb', { nullable: true }) timings: PhaseTimings | null;
  @Column('text') url: string;
  @Column('jsonb', { nullable: true }) response_headers: Record<string, string> | null;
  @Column('text', { nullable: true }) response_body: string | null;
  @Column('text', { nullable: true }) response_encoding: 'utf-8' | 'base64' | null;
  @Column('boolean') truncated: boolean;
}
