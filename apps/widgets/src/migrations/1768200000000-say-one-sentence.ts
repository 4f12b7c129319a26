import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Removes the replaced texts that no widget shows any more, because a change of a widget with unknown settings is refused. Raises the
 * rev of each widget: its JSON has another form, and browsers would keep the old one.
 */
export class SayOneSentence1768200000000 implements MigrationInterface {
  readonly name = 'SayOneSentence1768200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update widgets set rev = rev + 1, settings = settings
        #- '{i18n,strings,disclosure_filtered}' #- '{i18n,strings,disclosure_approved}'`,
    );
  }

  /** The previous release draws another form again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('update widgets set rev = rev + 1');
  }
}
