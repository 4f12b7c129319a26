import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PartitionInbox1763000400000 implements MigrationInterface {
  name = 'PartitionInbox1763000400000';

  /** The existing table becomes the partition of all ids up to today. Its rows stay where they are. */
  async up(runner: QueryRunner): Promise<void> {
    const { before, bound } = await boundaries(runner);
    await runner.query(`alter table inbox rename to ${before}`);
    await runner.query(`alter index inbox_pkey rename to ${before}_pkey`);
    await runner.query(`alter index inbox_processed_at rename to ${before}_processed_at`);
    // An id begins with its time. "C" compares bytes, so the order of the ids is that of their times.
    await runner.query(`alter table ${before} alter column event_id type text collate "C"`);
    await runner.query(`
      create table inbox (
        handler text not null,
        event_id text collate "C" not null,
        processed_at timestamptz not null default clock_timestamp(),
        primary key (handler, event_id)
      ) partition by range (event_id)`);
    await runner.query('create index inbox_processed_at on inbox using brin (processed_at)');
    // For ids without a partition: of other forms, of clocks that are days ahead, and of events older than the
    // retention.
    await runner.query('create table inbox_other partition of inbox default');
    await runner.query(
      `with moved as (delete from ${before} where event_id >= '${bound}' returning *)
       insert into inbox_other select * from moved`,
    );
    await runner.query(
      `alter table inbox attach partition ${before} for values from (minvalue) to ('${bound}')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table inbox rename to inbox_partitioned');
    await runner.query('alter index inbox_pkey rename to inbox_partitioned_pkey');
    await runner.query('alter index inbox_processed_at rename to inbox_partitioned_processed_at');
    await runner.query(`
      create table inbox (
        handler text not null,
        event_id text not null,
        processed_at timestamptz not null default clock_timestamp(),
        primary key (handler, event_id)
      )`);
    await runner.query(
      'insert into inbox select handler, event_id, processed_at from inbox_partitioned order by processed_at',
    );
    await runner.query('create index inbox_processed_at on inbox using brin (processed_at)');
    await runner.query('drop table inbox_partitioned');
  }
}

/** Returns the name of the partition that ends with today, and the lowest id of tomorrow. */
async function boundaries(runner: QueryRunner): Promise<{ before: string; bound: string }> {
  const [{ now }] = (await runner.query('select clock_timestamp() as now')) as [{ now: Date }];
  const today = now.toISOString().slice(0, 10);
  const tomorrow = new Date(`${today}T00:00:00Z`).getTime() + 86_400_000;
  return {
    before: `inbox_before_${today.replaceAll('-', '')}`,
    bound: `evt_${tomorrow.toString(16).padStart(12, '0')}`,
  };
}
