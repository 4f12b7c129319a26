import { buildIndex, dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every claim had an entry in this index. The index `deliveries_leased_idx` also finds the expired leases, because no more
 * deliveries are leased than the processes have slots.
 */
export class DropLeaseExpiryIndex1766730000000 implements MigrationInterface {
  readonly name = 'DropLeaseExpiryIndex1766730000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'deliveries_lease_expiry_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'deliveries_lease_expiry_idx on deliveries (lease_until) where state = 1');
  }
}
