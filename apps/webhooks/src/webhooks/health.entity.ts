import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How an endpoint does, for its owner to see. Written when something changed, at most once a second. */
@Entity('health')
export class HealthEntity {
  @PrimaryColumn('bigint', { name: 'webhook_id' })
  webhookId: number;

  @Column('integer', { name: 'consecutive_failures' })
  consecutiveFailures: number;

  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSince: Date | null;

  @Column('timestamptz', { name: 'last_success_on', nullable: true })
  lastSuccessOn: Date | null;

  @Column('timestamptz', { name: 'last_failure_on', nullable: true })
  lastFailureOn: Date | null;

  @Column('integer', { name: 'last_status', nullable: true })
  lastStatus: number | null;

  @Column('text', { name: 'last_error', nullable: true })
  lastError: string | null;

  @Column('timestamptz', { name: 'written_at' })
  writtenAt: Date;
}
