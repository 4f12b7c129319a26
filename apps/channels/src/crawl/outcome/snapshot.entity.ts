import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { ChannelEntity } from '../../channels/channel.entity';

/** The official score and review count of one UTC day. Snapshots form the rating history. */
@Entity('snapshots')
export class SnapshotEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'snapshots_pkey' }) channel_id: number;

  @ManyToOne(() => ChannelEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'channel_id', foreignKeyConstraintName: 'snapshots_channel_id_fkey' })
  channel?: ChannelEntity;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'snapshots_pkey' }) day: string;
  @Column('double precision', { nullable: true }) score: number | null;
  @Column('integer') rating_scale: number;
  @Column('bigint', { nullable: true }) reviews: number | null;
  @Column('timestamptz') checked_on: Date;
}
