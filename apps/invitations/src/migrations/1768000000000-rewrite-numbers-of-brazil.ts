import type { MigrationInterface, QueryRunner } from 'typeorm';

const OLD = `type = 'sms' and recipient ~ '^[+]55[1-9]{2}7[0-9]{7}$'`;
const CURRENT = `overlay(recipient placing '9' from 6 for 0)`;
const CURRENT_KEY = `sha256(convert_to(${CURRENT}, 'UTF8'))`;

/**
 * Writes mobile numbers of Brazil with eight digits, of which only those that begin with 7 were accepted, as those of nine digits that
 * they are today, so that requests and suppressions of one person have one key. Of an erased person only the old key is known, and it
 * stays.
 */
export class RewriteNumbersOfBrazil1768000000000 implements MigrationInterface {
  readonly name = 'RewriteNumbersOfBrazil1768000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update requests set recipient = ${CURRENT}, recipient_key = ${CURRENT_KEY} where ${OLD}`,
    );
    await runner.query(`
      delete from suppressions old where ${OLD} and exists (
        select from suppressions other where other.sub_account_id = old.sub_account_id and other.type = 'sms'
          and other.recipient_key = ${CURRENT_KEY.replace('recipient', 'old.recipient')})`);
    await runner.query(
      `update suppressions set recipient = ${CURRENT}, recipient_key = ${CURRENT_KEY} where ${OLD}`,
    );
  }

  /** Both spellings reach the person, so there is nothing to undo. */
  async down(): Promise<void> {}
}
