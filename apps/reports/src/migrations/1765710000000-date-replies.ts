import { buildIndex, dropIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gives a review with a dated reply its local day, so that the report on replies converts no times. */
export class DateReplies1765710000000 implements MigrationInterface {
  readonly name = 'DateReplies1765710000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table reviews add column if not exists review_day date');
    const rows = (await runner.query('select sub_account_id as id from sub_accounts order by 1')) as {
      id: string;
    }[];
    for (const { id } of rows) await this.fill(runner, id);
    await buildIndex(
      runner,
      `reviews_dated_replies_idx on reviews (account_id, sub_account_id, review_day)
       include (channel_id, type, label, reply_seconds) where reply_seconds is not null and not deleted`,
    );
    await dropIndex(runner, 'reviews_replies_idx');
    // A sub account belongs to one account. Without knowing it, Postgres expects a fraction of a tenant's reviews.
    await runner.query(
      'create statistics if not exists reviews_owner_stats (dependencies) on account_id, sub_account_id from reviews',
    );
    await runner.query('analyze reviews');
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      `reviews_replies_idx on reviews (account_id, sub_account_id, posted_on)
       include (channel_id, type, label, reply_seconds) where reply_seconds is not null and not deleted`,
    );
    await runner.query('drop statistics reviews_owner_stats');
    await runner.query('alter table reviews drop column review_day');
  }

  /**
   * Holds the row of the sub account, as everybody who changes its reviews does. What replicas of the old release store later is found
   * by the recount that follows each change.
   */
  private async fill(runner: QueryRunner, subAccountId: string): Promise<void> {
    await runner.query(
      `with owner as materialized (
         select account_id, sub_account_id, counted_timezone from sub_accounts where sub_account_id = $1 for update
       )
       update reviews set review_day = (posted_on at time zone counted_timezone)::date
       from owner where reviews.account_id = owner.account_id and reviews.sub_account_id = owner.sub_account_id
         and reply_seconds is not null and review_day is null`,
      [subAccountId],
    );
  }
}
