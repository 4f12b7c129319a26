/** A field that a column can hold, and the headings under which it is known. */
export interface GuessedField<Name extends string> {
  name: Name;
  headings: readonly string[];
}

/** The places of the columns of each field, the most likely first. A field without a column is missing. */
export type Columns<Name extends string> = Partial<Record<Name, readonly number[]>>;

/** Words that say whose name or address it is, and nothing about what the column holds. */
const WHOSE = new Set(
  `customer customers client clients guest guests invitee attendee contact contacts buyer person participant billing shipping primary main
  default value 1 home private kunde kunden kundin gast gaste patient patienten teilnehmer rechnung privat haupt acheteur invite patients
  domicile prive cliente clientes huesped huespedes comprador participante contacto personal casa ospite acquirente contatto
  abitazione privato hospede contato residencial
  the your of s de du des del della delle do da dos der die das le la el il l d`.split(/\s+/),
);

/**
 * Finds the columns of each field by their headings. A heading that is one of a field comes before one that has words about the person
 * besides, such as `Customer Email`. Other headings are not understood: `Email Marketing` holds no address.
 */
export function columnsOf<Name extends string>(
  header: readonly string[],
  fields: readonly GuessedField<Name>[],
): Columns<Name> {
  const columns: Partial<Record<Name, number[]>> = {};
  const plainHeader = header.map(plainHeading);
  const taken = new Set<number>();
  for (const form of [asItIs, withoutPerson]) {
    const known = knownIn(fields, form);
    for (const [column, heading] of plainHeader.entries()) {
      const name = known.get(form(heading));
      if (name === undefined || taken.has(column)) continue;
      (columns[name] ??= []).push(column);
      taken.add(column);
    }
  }
  return columns;
}

/** Returns true if the first row names columns: one heading is known, and no cell has the form of an address or a number. */
export function looksLikeHeader<Name extends string>(
  row: readonly string[],
  fields: readonly GuessedField<Name>[],
): boolean {
  if (row.some((cell) => cell.includes('@') || /^[+\d][\d\s().-]{3,}$/.test(cell.trim()))) return false;
  return Object.keys(columnsOf(row, fields)).length > 0;
}

/**
 * Returns a heading in small letters without accents and signs: `E-Mail-Adresse` becomes `email adresse`, `firstName` `first name`.
 * Short forms of "number" are written out: `Mobil-Nr.` becomes `mobilnummer`, `N° de téléphone` `numero de telephone`.
 */
export function plainHeading(heading: string): string {
  return heading
    .slice(0, 100)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/\bn[.\s]*[°º]/g, 'numero ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ ?nr$/, 'nummer')
    .replace(/\be mail/g, 'email');
}

function asItIs(heading: string): string {
  return heading;
}

function withoutPerson(heading: string): string {
  return heading
    .split(' ')
    .filter((word) => !WHOSE.has(word))
    .join(' ');
}

/** Returns the field of each heading in a form. The first field has a heading that several have. */
function knownIn<Name extends string>(
  fields: readonly GuessedField<Name>[],
  form: (heading: string) => string,
): Map<string, Name> {
  const known = new Map<string, Name>();
  for (const { name, headings } of fields)
    for (const heading of headings) {
      const plain = form(plainHeading(heading));
      if (plain !== '' && !known.has(plain)) known.set(plain, name);
    }
  return known;
}
