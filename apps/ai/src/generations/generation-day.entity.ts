import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many generations an account used up on a UTC day. */
@Entity('generation_days')
export class GenerationDayEntity {
  @PrimaryColumn('bigint') account_id: number;
  @PrimaryColumn('date') day: string;
  @Column('integer') used: number;
}
