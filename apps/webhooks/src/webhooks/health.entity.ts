import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The health of a webhook's endpoint, as its owner sees it. Written when it changes, otherwise at most once a second.
 */
@Entity('health')
export class HealthEntity {
  @PrimaryColumn('bigint') webhook_id: number;
  @Column('integer') consecutive_failures: number;
  @Column('timestamptz', { nullable: true }) failing_since: Date | null;
  @Column('timestamptz', { nullable: true }) last_success_on: Date | null;
  @Column('timestamptz', { nullable: true }) last_failure_on: Date | null;
  @Column('integer', { nullable: true }) last_status: number | null;
  @Column('text', { nullable: true }) last_error: string | null;
  @Column('timestamptz') written_at: Date;
}
