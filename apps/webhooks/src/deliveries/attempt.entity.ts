import type { PhaseTimings } from '@plaudit/outbound';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One request that was made, as its owner sees it in the log. */
@Entity('attempts')
@Index('attempts_webhook_idx', { synchronize: false })
@Index('attempts_delivery_idx', { synchronize: false })
@Index('attempts_started_idx', { synchronize: false })
export class AttemptEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('bigint', { name: 'webhook_id' })
  webhookId: number;

  /** Null for tests, which are no deliveries. */
  @Column('bigint', { name: 'delivery_id', nullable: true })
  deliveryId: number | null;

  @Column('text', { name: 'delivery_public_id' })
  deliveryPublicId: string;

  @Column('text', { name: 'evt_id' })
  evtId: string;

  @Column('text')
  event: string;

  /** 1 for the first. */
  @Column('smallint')
  n: number;

  @Column('smallint')
  trigger: number;

  @Column('boolean')
  test: boolean;

  @Column('boolean')
  ok: boolean;

  @Column('integer', { name: 'status_code', nullable: true })
  statusCode: number | null;

  @Column('text', { name: 'error_code', nullable: true })
  errorCode: string | null;

  @Column('text')
  error: string;

  @Column('timestamptz', { name: 'started_on' })
  startedOn: Date;

  @Column('integer', { name: 'duration_ms' })
  durationMs: number;

  @Column('jsonb', { nullable: true })
  timings: PhaseTimings | null;

  @Column('text')
  url: string;

  @Column('jsonb', { name: 'response_headers', nullable: true })
  responseHeaders: Record<string, string> | null;

  @Column('text', { name: 'response_body', nullable: true })
  responseBody: string | null;

  @Column('text', { name: 'response_encoding', nullable: true })
  responseEncoding: 'utf-8' | 'base64' | null;

  @Column('boolean')
  truncated: boolean;
}
