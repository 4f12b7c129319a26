import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the snapshots of deleted channels, so that the average ratings of the past stay as they were. */
export class KeepSnapshots1765650000000 implements MigrationInterface {
  readonly name = 'KeepSnapshots1765650000000';

  async up(runner: QueryRunner): Promise<void> {
    // Dropping the key locks both tables. A crawl locks them in this order, so the other order could end one as a deadlock.
    await runner.query('lock table channels, snapshots in access exclusive mode');
    await runner.query('alter table snapshots drop constraint snapshots_channel_id_fkey');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'delete from snapshots where not exists (select from channels where channels.id = snapshots.channel_id)',
    );
    await runner.query(`
      alter table snapshots add constraint snapshots_channel_id_fkey
        foreign key (channel_id) references channels on delete cascade`);
  }
}
