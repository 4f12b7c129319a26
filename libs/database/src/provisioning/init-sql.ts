import { SERVICE_NAMES } from '@plaudit/contracts';
import { escapeIdentifier } from 'pg';
import { passwordVariable, roleOf } from './provision';
import { databaseStatements, serviceStatements } from './provisioning-sql';
import { roleLimits } from '../statement-limits';

const HEAD = `-- Generated from libs/database/src/provisioning/provisioning-sql.ts by \`npm run generate\`; edits are lost.
-- Does the same as \`npm run provision\`, for administrators who run SQL themselves. Put the passwords of .env into the
-- environment and run psql "$DATABASE_ADMIN_URL" -f deploy/postgres/init.sql. It can be repeated with a changed password.
\\set ON_ERROR_STOP on`;

/** psql's variable for the connected database, quoted as an identifier. */
const DATABASE = ':"DBNAME"';

/** Returns the text of `deploy/postgres/init.sql`, for psql 14 or newer. */
export function initSql(): string {
  return [HEAD, lines(databaseStatements(DATABASE)), ...SERVICE_NAMES.map(ofService)].join('\n\n') + '\n';
}

function ofService(name: (typeof SERVICE_NAMES)[number]): string {
  const statements = serviceStatements({
    database: DATABASE,
    role: escapeIdentifier(roleOf(name)),
    schema: escapeIdentifier(name),
    password: `:'${name}_password'`,
    limits: roleLimits(1),
  });
  return `\\getenv ${name}_password ${passwordVariable(name)}\n${lines(statements)}`;
}

function lines(statements: readonly string[]): string {
  return statements.map((statement) => `${statement};`).join('\n');
}
