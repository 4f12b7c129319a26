import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many discoveries an account used on the last UTC day on which it used one. */
@Entity('discovery_days')
export class DiscoveryDayEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'discovery_days_pkey' }) account_id: number;
  @Column('date') day: string;
  @Column('integer') used: number;
}
