import type { SourceFile } from './project';
import type { Rule } from './rule';
import { nodesIn, type SyntaxNode, textOf } from './syntax';

const MIGRATION = /\/migrations\/\d[\w-]*\.ts$/;
const CREATES_TABLE = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi;
/** An index `on only` the parent of partitions is empty, so it is no work. */
const CREATES_INDEX = /\bcreate\s+(?:unique\s+)?index\b(?![^;]*\bon\s+only\b)/i;
/** The table of an index, in a statement or in a definition that is put into one: `name on table (column)`. */
const INDEXED_TABLE = /\bon\s+([\w?]+)\s+(?:using\s+\w+\s*)?\(/gi;
/** A constraint of these kinds has an index, which Postgres builds while nobody can use the table. */
const ADDS_KEY =
  /\balter\s+table\s+(?:if\s+exists\s+)?([\w?]+)\s[^;]*?\badd\s+(?:constraint\s+\w+\s+)?(?:unique|primary\s+key)\s*\(/gi;

/** Returns the texts of a migration without those of its `down`, which no service runs. */
function textsOf({ nodes }: SourceFile): string[] {
  const isDown = ({ type, key }: SyntaxNode): boolean =>
    type === 'ClassMethod' && (key as SyntaxNode)['value'] === 'down';
  const down = new Set(nodes.filter(isDown).flatMap((node) => nodesIn(node)));
  return nodes.filter((node) => !down.has(node)).flatMap((node) => textOf(node) ?? []);
}

function namesIn(texts: readonly string[], pattern: RegExp): string[] {
  return texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase()));
}

export const largeTablesAreIndexedInUse: Rule = {
  name: 'a migration indexes an existing table with buildIndex, so that others can write to it',
  check(file) {
    if (!MIGRATION.test(file.path)) return [];
    const texts = textsOf(file);
    const own = new Set(namesIn(texts, CREATES_TABLE));
    const statements = texts.filter((text) => CREATES_INDEX.test(text));
    // A statement with a placeholder gets its table from another text of the file.
    const isComposed = statements.some((text) => namesIn([text], INDEXED_TABLE).length === 0);
    const indexed = namesIn(isComposed ? texts : statements, INDEXED_TABLE);
    const unknown = isComposed && indexed.length === 0 ? ['?'] : [];
    return [...indexed, ...unknown, ...namesIn(texts, ADDS_KEY)]
      .filter((table) => !own.has(table))
      .map((table) => `creates an index on the existing table ${table}`);
  },
  broken: {
    'apps/reviews/src/migrations/1-a.ts': "void runner.query('create index a_idx on reviews (author)');",
    'apps/reviews/src/migrations/2-b.ts':
      'void runner.query(`create table b (id int)`); void runner.query(`create unique index c_idx on c using gin (id)`);',
    'apps/reviews/src/migrations/3-c.ts':
      "const INDEXES = ['c_idx on reviews (id)']; for (const index of INDEXES) void runner.query(`create index ${index}`);",
    'apps/reviews/src/migrations/4-d.ts':
      'export const make = (d: string) => runner.query(`create index ${d}`);',
    'libs/events/src/migrations/5-e.ts':
      "void runner.query('alter table inbox add constraint e unique (event_id)');",
    'apps/reviews/src/migrations/6-f.ts':
      "export class F { async up() { await runner.query('create index if not exists f on reviews (id)'); } async down() {} }",
  },
  fine: {
    'apps/reviews/src/migrations/1-a.ts':
      "void runner.query('create table a (id int)'); void runner.query('create index a_idx on a (id)');",
    'apps/reviews/src/migrations/2-b.ts': "void buildIndex(runner, 'unique b_idx on reviews (author)');",
    'apps/reviews/src/migrations/3-c.ts':
      "const INDEXES = ['c_idx on c (id)']; void runner.query('create table if not exists c (id int)'); for (const index of INDEXES) void runner.query(`create index ${index}`);",
    'apps/reviews/src/migrations/4-d.ts':
      "export class D { async up() {} async down() { await runner.query('create index d on reviews (id)'); } }",
    'apps/reviews/src/migrations/5-e.ts':
      "void runner.query('alter table reviews add constraint e check (id > 0)');",
    'libs/events/src/migrations/6-f.ts':
      "void runner.query('create index f_idx on only inbox (processed_at)');",
    'apps/reviews/src/migrations/schema.int.spec.ts':
      "void runner.query('create index a_idx on reviews (author)');",
  },
};
