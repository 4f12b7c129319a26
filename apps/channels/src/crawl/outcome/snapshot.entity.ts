import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The official score and review count of one UTC day. Snapshots form the rating history. Those of a deleted channel are kept,
 * because reports of the past count them. Its owner is in `deleted_channels`.
 */
@Entity('snapshots')
export class SnapshotEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'snapshots_pkey' }) channel_id: number;
  @PrimaryColumn('date', { primaryKeyConstraintName: 'snapshots_pkey' }) day: string;
  @Column('double precision', { nullable: true }) score: number | null;
  @Column('integer') rating_scale: number;
  @Column('bigint', { nullable: true }) reviews: number | null;
  @Column('timestamptz') checked_on: Date;
}
