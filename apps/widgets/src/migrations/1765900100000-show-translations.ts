import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Widgets with `translate_to` show translations from now on, so browsers must not keep the bodies that they have. */
export class ShowTranslations1765900100000 implements MigrationInterface {
  readonly name = 'ShowTranslations1765900100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "update widgets set rev = rev + 1 where settings->'source'->>'translate_to' is not null",
    );
  }

  /** A rev only grows. */
  async down(): Promise<void> {}
}
