import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { ChannelEntity } from '../../channels/channel.entity';
import type { DayOutcome } from './daily-checks';

/** How the crawls of a channel ended on one UTC day. */
@Entity('daily_checks')
@Check('daily_checks_outcome_check', "outcome in ('ok', 'retried', 'failed')")
export class DailyCheckEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'daily_checks_pkey' }) channel_id: number;

  @ManyToOne(() => ChannelEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'channel_id', foreignKeyConstraintName: 'daily_checks_channel_id_fkey' })
  channel?: ChannelEntity;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'daily_checks_pkey' }) day: string;
  @Column('text') outcome: DayOutcome;
}
