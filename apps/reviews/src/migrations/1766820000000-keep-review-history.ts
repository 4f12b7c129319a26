import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps who changed a review, and how. */
export class KeepReviewHistory1766820000000 implements MigrationInterface {
  readonly name = 'KeepReviewHistory1766820000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table review_history (
        review_id bigint not null,
        id bigint generated always as identity,
        at timestamptz not null default now(),
        kind text not null,
        actor text not null,
        actor_id bigint,
        before text,
        after text,
        details jsonb,
        primary key (review_id, id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table review_history');
  }
}
