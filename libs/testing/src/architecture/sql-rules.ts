import { roleOf } from './inbox-rule';
import type { SourceFile } from './project';
import type { Rule } from './rule';
import { dottedName, textOf } from './syntax';

/** The roles of files that may contain SQL. */
const SQL_ROLES = ['repository', 'read-model', 'entity', 'sql'];
const SQL_PLACES = [
  /\/migrations\//,
  /^libs\/(database|embedded|events|queue|testing)\//,
  // Commands that an operator runs beside the services.
  /^(apps|libs)\/[a-z-]+\/src\/cli\//,
];

/** A statement begins with its verb. The keyword is in lower or upper case; prose begins with one capital letter. */
const STATEMENT =
  /^\s*(?:select\s|insert\s+into\s|update\s[^;]*?\bset\s|delete\s+from\s|lock\s+table\s|with\s(?:recursive\s)?[^;]*?\bas\s+(?:not\s+|materialized\s+)*\()/s;
/** Calls that run SQL: `queryRows`, and `query` of a transaction, database or connection. */
const RUNS_SQL = /^queryRows$|(?:^|\.)(?:tx|manager|database|db|dataSource|runner|queryRunner|pool)\.query$/;

function mayContainSql(file: SourceFile): boolean {
  return (
    file.isTest || SQL_ROLES.includes(roleOf(file.path) ?? '') || SQL_PLACES.some((p) => p.test(file.path))
  );
}

function isStatement(text: string): boolean {
  const verb = /^\s*([A-Za-z]+)/.exec(text)?.[1] ?? '';
  const isKeyword = verb === verb.toLowerCase() || verb === verb.toUpperCase();
  return isKeyword && STATEMENT.test(verb === verb.toUpperCase() ? text.toLowerCase() : text);
}

export const sqlHasItsPlace: Rule = {
  name: 'only repositories, read models, entities, *.sql.ts, migrations and libs/database hold SQL',
  check(file) {
    if (mayContainSql(file)) return [];
    const statements = file.nodes
      .map(textOf)
      .filter((text) => text !== undefined && isStatement(text))
      .map((text) => `holds the SQL "${text?.trim().replace(/\s+/g, ' ').slice(0, 40)}"`);
    const running = file.nodes
      .map(({ type, callee }) => (type === 'CallExpression' ? (dottedName(callee) ?? '') : ''))
      .filter((name) => RUNS_SQL.test(name))
      .map((name) => `calls ${name}`);
    return [...statements, ...running];
  },
  broken: {
    'apps/gateway/src/a.service.ts': "export const sql = 'select id from users where id = $1';",
    'apps/gateway/src/b.ts': 'export const sql = `insert into users (${columns}) values ($1)`;',
    'apps/gateway/src/c.worker.ts': "export const sql = 'update users set name = $1';",
    'apps/gateway/src/d.ts': 'export const sql = `UPDATE ${table} SET name = $1`;',
    'apps/gateway/src/e.ts': "export const sql = '\\n delete from users';",
    'apps/gateway/src/f.ts': "export const sql = 'with old as (select 1) select * from old';",
    'apps/gateway/src/g.ts': "export const sql = 'lock table users in share mode';",
    'apps/gateway/src/h.service.ts': 'export const rows = queryRows(tx, TEXT);',
    'apps/gateway/src/i.service.ts': 'export const rows = this.database.query(TEXT);',
    'libs/runtime/src/j.ts': 'export const rows = tx.query(TEXT);',
  },
  fine: {
    'apps/gateway/src/users.repository.ts': "export const rows = queryRows(tx, 'select 1');",
    'apps/gateway/src/users.read-model.ts': "export const rows = this.database.query('select 1');",
    'apps/gateway/src/user-fields.sql.ts': 'export const find = (t: string) => `select id from ${t}`;',
    'apps/gateway/src/user.entity.ts': "@Check('named', 'select 1') export class UserEntity {}",
    'apps/gateway/src/migrations/1-a.ts': "export const up = runner.query('update a set b = 1');",
    'apps/gateway/src/cli/main.ts': "export const rows = tx.query('select 1');",
    'apps/gateway/src/a.int.spec.ts': "export const rows = world.admin.query('select 1');",
    'libs/events/src/inbox.ts': "export const sql = 'insert into inbox (id) values ($1)';",
    'apps/gateway/src/prose.ts':
      "export const texts = ['Select a user', 'update the user', 'with a limit', 'selected', 'delete']; url.query();",
  },
};

export const fragmentsServeSql: Rule = {
  name: 'only repositories, read models and other *.sql.ts import a *.sql.ts',
  check(file, project) {
    if (file.isTest || ['repository', 'read-model', 'sql'].includes(roleOf(file.path) ?? '')) return [];
    return file.imports
      .map(({ from }) => project.resolve(file, from))
      .filter((target) => target !== undefined && roleOf(target.path) === 'sql')
      .map((target) => `imports ${target?.path}`);
  },
  broken: {
    'apps/reviews/src/tags.service.ts': "import { FIELDS } from './fields.sql';",
    'apps/reviews/src/fields.sql.ts': "export const FIELDS = 'id, name';",
  },
  guilty: ['apps/reviews/src/tags.service.ts'],
  fine: {
    'apps/reviews/src/tags.repository.ts': "import { FIELDS } from './fields.sql';",
    'apps/reviews/src/tag-list.read-model.ts': "import { FIELDS } from './fields.sql';",
    'apps/reviews/src/fields.sql.ts':
      "import { named } from './names.sql'; export const FIELDS = named('id');",
    'apps/reviews/src/names.sql.ts': 'export const named = (name: string) => name;',
    'apps/reviews/src/fields.int.spec.ts': "import { FIELDS } from './fields.sql';",
  },
};
