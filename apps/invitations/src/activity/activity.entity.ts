import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ActivitySource, ActivityStatus, ActivityType } from './activity';

@Entity('activity')
@Index('activity_request_idx', ['request_id', 'id'])
export class ActivityEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') request_id: number;
  @Column('text') type: ActivityType;
  @Column('text') source: ActivitySource;
  @Column('text') status: ActivityStatus;
  @Column('jsonb', { nullable: true }) detail: Record<string, string | number | boolean | null> | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
}
