import { buildIndex } from '@plaudit/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexParkedEvents1763000310000 implements MigrationInterface {
  name = 'IndexParkedEvents1763000310000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Each event that is parked counts the places of its durable, and every replica counts the parked events.
    await buildIndex(runner, 'parked_events_durable_state on parked_events (durable, state, created_at)');
    await buildIndex(runner, "parked_events_unknown on parked_events (created_at) where state = 'unknown'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index parked_events_unknown');
    await runner.query('drop index parked_events_durable_state');
  }
}
