import { type Columns, columnsOf, plainHeading } from '../../../csv/column-guess';
import { NAME_FIELDS, RECIPIENT_FIELDS, REQUEST_FIELDS } from '../../../csv/people-headings';

/** What a column of an import can hold. Several columns can be data for the texts. */
export const COLUMN_USES = [
  'none',
  'recipient',
  'name',
  'first_name',
  'last_name',
  'last_first',
  'schedule',
  'reference',
  'country',
  'timezone',
  'data',
] as const;
export type ColumnUse = (typeof COLUMN_USES)[number];

/** Uses of columns whose values together are the name. */
const NAME_USES = ['name', 'first_name', 'last_name', 'last_first'] as const;
type NameUse = (typeof NAME_USES)[number];
export type ImportField = Exclude<ColumnUse, 'none' | 'data' | NameUse> | 'name';

export const IMPORT_FIELDS = [...RECIPIENT_FIELDS, ...NAME_FIELDS, ...REQUEST_FIELDS] as const;
type GuessedName = (typeof IMPORT_FIELDS)[number]['name'];

/** In these languages, a bare `Name` beside the first name is the last name. */
const FIRST_OF_BARE = /^(?:vornamen?|prenoms?)$/;

/** Returns what each column holds as far as its heading tells. What is not known is left out. `rows` decide whether a name is whole. */
export function guessUses(
  header: readonly string[],
  columns: number,
  rows: readonly (readonly string[])[] = [],
): ColumnUse[] {
  const found = columnsOf(header, IMPORT_FIELDS);
  const uses = Array.from({ length: columns }, (): ColumnUse => 'none');
  const take = (use: ColumnUse, column: number | undefined): void => {
    if (column !== undefined) uses[column] = use;
  };
  take('recipient', recipientColumns(found)[0]);
  for (const { name } of REQUEST_FIELDS) take(name, found[name]?.[0]);
  for (const [use, column] of nameColumns(header, found, rows)) take(use, column);
  return uses;
}

/** Something about the columns that a person should know, because the headings leave it open. */
export type ColumnDoubt =
  | { kind: 'also'; use: ColumnUse; column: number; others: readonly number[] }
  | { kind: 'read_first' | 'read_last' | 'read_whole'; column: number; other: number };

/** Returns what the headings leave open in the chosen uses. */
export function doubtsOf(header: readonly string[], uses: readonly ColumnUse[]): ColumnDoubt[] {
  const found = columnsOf(header, IMPORT_FIELDS);
  const alternatives: [ColumnUse, readonly number[]][] = [
    ['recipient', recipientColumns(found)],
    ...REQUEST_FIELDS.map(({ name }): [ColumnUse, readonly number[]] => [name, found[name] ?? []]),
    ...NAME_USES.map((use): [ColumnUse, readonly number[]] => [use, found[use] ?? []]),
  ];
  const also = alternatives.flatMap(([use, columns]): ColumnDoubt[] => {
    const column = uses.indexOf(use);
    const others = columns.filter((one) => uses[one] === 'none');
    return column < 0 || others.length === 0 ? [] : [{ kind: 'also', use, column, others }];
  });
  return [...also, ...bareNameDoubt(found, uses)];
}

function bareNameDoubt(found: Columns<GuessedName>, uses: readonly ColumnUse[]): ColumnDoubt[] {
  const column = found.bare_name?.[0];
  const other = found.first_name?.[0] ?? found.last_name?.[0];
  if (column === undefined || other === undefined) return [];
  const kinds = { name: 'read_whole', first_name: 'read_first', last_name: 'read_last' } as const;
  const use = uses[column];
  return use === 'name' || use === 'first_name' || use === 'last_name'
    ? [{ kind: kinds[use], column, other }]
    : [];
}

/** Returns the columns of addresses and numbers, addresses first. */
function recipientColumns(found: Columns<GuessedName>): readonly number[] {
  return RECIPIENT_FIELDS.flatMap(({ name }) => found[name] ?? []);
}

/** Returns the columns of the name: one of the whole name, or those of its parts. */
function nameColumns(
  header: readonly string[],
  found: Columns<GuessedName>,
  rows: readonly (readonly string[])[],
): [NameUse, number | undefined][] {
  const [whole, reversed, first, last, bare] = (
    ['name', 'last_first', 'first_name', 'last_name', 'bare_name'] as const
  ).map((name) => found[name]?.[0]);
  if (reversed !== undefined) return [['last_first', reversed]];
  if (whole !== undefined && (first === undefined || last === undefined)) return [['name', whole]];
  if (first !== undefined && last !== undefined)
    return [
      ['first_name', first],
      ['last_name', last],
    ];
  if (bare === undefined)
    return [
      ['first_name', first],
      ['last_name', last],
    ];
  const part = first ?? last;
  if (part === undefined || isWhole(rows, bare, part)) return [['name', bare]];
  if (last !== undefined)
    return [
      ['first_name', bare],
      ['last_name', last],
    ];
  const isLast = rows.length > 0 || FIRST_OF_BARE.test(plainHeading(header[part] ?? ''));
  return isLast
    ? [
        ['first_name', first],
        ['last_name', bare],
      ]
    : [['name', bare]];
}

/** Returns true if a column of names has those of another one in it. */
function isWhole(rows: readonly (readonly string[])[], column: number, part: number): boolean {
  return rows.some((cells) => {
    const [name = '', short = ''] = [cells[column]?.trim(), cells[part]?.trim()];
    return short !== '' && name !== short && ` ${name} `.includes(` ${short} `);
  });
}

/** Returns the name that the columns of a row hold. */
export function nameOf(values: Partial<Record<NameUse, string>>): string {
  const { name, last_first, first_name, last_name } = values;
  const whole = name ?? (last_first && inOrder(last_first));
  return whole ?? [first_name, last_name].filter(Boolean).join(' ');
}

/** Turns `Bergman, Noa` and `Bergman Noa` round. Without a comma, it is not known where a longer name has its parts. */
function inOrder(lastFirst: string): string {
  const parts = lastFirst.includes(',') ? lastFirst.split(',') : lastFirst.split(/\s+/);
  return parts.length === 2
    ? parts
        .map((part) => part.trim())
        .reverse()
        .join(' ')
        .trim()
    : lastFirst;
}

export function isNameUse(use: ColumnUse): use is NameUse {
  return NAME_USES.some((one) => one === use);
}

/** Returns the fields that the uses fill, each once. */
export function fieldsOf(uses: readonly ColumnUse[]): ImportField[] {
  return [
    ...new Set(
      uses.flatMap((use) =>
        isNameUse(use) ? ['name' as const] : use === 'none' || use === 'data' ? [] : [use],
      ),
    ),
  ];
}

/** Returns the uses after one column was changed. Only data can be in several columns. */
export function withUse(uses: readonly ColumnUse[], column: number, use: ColumnUse): ColumnUse[] {
  const isShared = use === 'none' || use === 'data';
  return uses.map((other, at) => {
    if (at === column) return use;
    return !isShared && other === use ? 'none' : other;
  });
}

/** Returns the name under which a column fills `{{data.…}}`. */
export function dataKey(heading: string | undefined, column: number): string {
  const key = (heading ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40);
  return key || `column_${column + 1}`;
}
