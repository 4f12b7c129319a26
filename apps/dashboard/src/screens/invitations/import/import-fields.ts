import { type Columns, guessColumns } from '../../../csv/column-guess';

/** What a column of an import can hold. Several columns can be data for the texts. */
export const COLUMN_USES = [
  'none',
  'recipient',
  'name',
  'schedule',
  'reference',
  'country',
  'timezone',
  'data',
] as const;
export type ColumnUse = (typeof COLUMN_USES)[number];
export type ImportField = Exclude<ColumnUse, 'none' | 'data'>;

/** Headings in the languages of the dashboard. */
export const IMPORT_FIELDS: readonly { name: ImportField; headings: readonly string[] }[] = [
  {
    name: 'recipient',
    headings: [
      'recipient',
      'email',
      'e mail',
      'mail',
      'email address',
      'e mail adresse',
      'courriel',
      'adresse e mail',
      'correo',
      'correo electronico',
      'endereco de email',
      'indirizzo email',
      'phone',
      'mobile',
      'telefon',
      'handy',
      'telephone',
      'telefono',
      'telefone',
      'cellulare',
    ],
  },
  {
    name: 'reference',
    headings: [
      'reference',
      'order',
      'order id',
      'booking',
      'bestellung',
      'buchung',
      'commande',
      'pedido',
      'ordine',
      'id',
    ],
  },
  {
    name: 'schedule',
    headings: ['schedule', 'send at', 'send on', 'send date', 'versand', 'envoi', 'envio', 'invio'],
  },
  { name: 'country', headings: ['country', 'land', 'pays', 'pais', 'paese'] },
  {
    name: 'timezone',
    headings: ['timezone', 'time zone', 'zeitzone', 'fuseau horaire', 'zona horaria', 'fuso orario'],
  },
  {
    name: 'name',
    headings: ['name', 'full name', 'customer', 'guest', 'client', 'kunde', 'gast', 'nom', 'nombre', 'nome'],
  },
];

/** Returns what each column holds as far as its heading tells. What is not known is left out. */
export function guessUses(header: readonly string[], columns: number): ColumnUse[] {
  const guessed: Columns<ImportField> = guessColumns(header, IMPORT_FIELDS);
  const uses = Array.from({ length: columns }, (): ColumnUse => 'none');
  for (const { name } of IMPORT_FIELDS) {
    const at = guessed[name];
    if (at !== undefined) uses[at] = name;
  }
  return uses;
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
