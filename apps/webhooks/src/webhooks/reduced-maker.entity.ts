import type { MakerType } from '@plaudit/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A key or user that was removed or lost sub accounts. Requests that the gateway passed on before may arrive after the event, so
 * the row is kept for an hour.
 */
@Entity('reduced_makers')
export class ReducedMakerEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'reduced_makers_pkey' }) maker_type: MakerType;
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'reduced_makers_pkey' }) maker_id: number;
  /** The sub accounts that are left. Null if the maker was removed. */
  @Column('bigint', { array: true, nullable: true }) sub_accounts: number[] | null;
  @Column('timestamptz') reduced_on: Date;
}
