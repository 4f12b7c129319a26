import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps the day of a review whose date has no time. Until now it counted on the day that midnight in UTC has in the zone of the sub
 * account. Midnight stands for a day, and that of 1970-01-01 for an unknown date.
 */
export class KeepPostedDays1768300000000 implements MigrationInterface {
  readonly name = 'KeepPostedDays1768300000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reviews add column if not exists posted_day date');
    const rows = (await runner.query('select sub_account_id as id from sub_accounts order by 1')) as {
      id: string;
    }[];
    for (const { id } of rows) await this.fill(runner, id);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reviews drop column posted_day');
  }

  /**
   * Holds the row of the sub account, as every change of its reviews does. Its days are counted again by the worker, because they are
   * noted as those of another zone. That is no drift, so it is not reported as one.
   */
  private async fill(runner: QueryRunner, subAccountId: string): Promise<void> {
    await runner.query(
      `with owner as materialized (
         select account_id, sub_account_id from sub_accounts where sub_account_id = $1 for update
       ), filled as (
         update reviews set posted_day = case when posted_on = 'epoch' then '-infinity' else (posted_on at time zone 'UTC')::date end
         from owner where reviews.account_id = owner.account_id and reviews.sub_account_id = owner.sub_account_id
           and posted_day is null and extract(epoch from posted_on) % 86400 = 0
         returning 1
       )
       update sub_accounts set counted_timezone = case counted_timezone when 'UTC' then 'Etc/UTC' else 'UTC' end
       where sub_account_id = $1 and exists (select from filled)`,
      [subAccountId],
    );
  }
}
