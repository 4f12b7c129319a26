import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A collected review that the user deleted. A later crawl must not bring it back. */
@Entity('tombstones')
export class TombstoneEntity {
  @PrimaryColumn('bigint') channel_id: number;
  @PrimaryColumn('text') external_id: string;
  @Column('timestamp with time zone', { default: () => 'now()' }) deleted_on: Date;
}
