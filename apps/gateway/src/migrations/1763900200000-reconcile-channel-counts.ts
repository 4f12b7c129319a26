import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Prepares the correction of `channels`, which the gateway counts from events. */
export class ReconcileChannelCounts1763900200000 implements MigrationInterface {
  readonly name = 'ReconcileChannelCounts1763900200000';

  async up(runner: QueryRunner): Promise<void> {
    // The default holds for existing rows too: nothing is known about the times of events that they have counted.
    await runner.query(`
      alter table sub_accounts
        add column channels_counted_until timestamptz not null default now(),
        add column channels_reconciled_as_of timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table sub_accounts drop column channels_counted_until, drop column channels_reconciled_as_of',
    );
  }
}
