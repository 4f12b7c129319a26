import { type Columns, type GuessedField, guessColumns } from '../../../csv/column-guess';

/** What a column can hold, as the API names it. */
export const IMPORT_FIELDS = [
  'from_name',
  'posted_on',
  'rating_value',
  'text',
  'tags',
  'language',
  'external_id',
  'from_email',
  'from_url',
  'from_image',
  'post_url',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];
/** The field of each column, in order. Null for a column that is left out. */
export type ColumnUses = readonly (ImportField | null)[];

export const REQUIRED_FIELDS: readonly ImportField[] = ['from_name', 'posted_on', 'text'];

/** Headings in the languages of the dashboard. */
export const HEADINGS: readonly GuessedField<ImportField>[] = [
  {
    name: 'from_email',
    headings: [
      'email',
      'e mail',
      'mail',
      'email address',
      'author email',
      'courriel',
      'correo',
      'from email',
    ],
  },
  { name: 'from_image', headings: ['author image', 'avatar', 'photo', 'from image', 'author photo'] },
  { name: 'from_url', headings: ['author url', 'profile url', 'from url'] },
  { name: 'post_url', headings: ['url', 'link', 'review url', 'post url', 'address', 'permalink'] },
  { name: 'external_id', headings: ['external id', 'review id', 'id', 'reference', 'referenz'] },
  {
    name: 'from_name',
    headings: [
      'author',
      'name',
      'author name',
      'reviewer',
      'guest',
      'customer',
      'from name',
      'autor',
      'verfasser',
      'gast',
      'kunde',
      'auteur',
      'nom',
      'client',
      'autore',
      'nome',
      'nombre',
      'cliente',
      'cognome',
    ],
  },
  {
    name: 'posted_on',
    headings: [
      'date',
      'posted on',
      'posted',
      'created',
      'created at',
      'day',
      'datum',
      'tag der bewertung',
      'fecha',
      'data',
      'giorno',
    ],
  },
  {
    name: 'rating_value',
    headings: [
      'rating',
      'stars',
      'score',
      'points',
      'rating value',
      'punkte',
      'sterne',
      'wertung',
      'note',
      'etoiles',
      'valoracion',
      'puntuacion',
      'estrellas',
      'nota',
      'avaliacao',
      'estrelas',
      'voto',
      'stelle',
      'punteggio',
    ],
  },
  {
    name: 'text',
    headings: [
      'text',
      'review',
      'review text',
      'comment',
      'content',
      'body',
      'message',
      'bewertung',
      'kommentar',
      'avis',
      'commentaire',
      'texte',
      'opinion',
      'comentario',
      'texto',
      'comentário',
      'recensione',
      'commento',
      'testo',
    ],
  },
  {
    name: 'tags',
    headings: ['tags', 'tag', 'labels', 'category', 'schlagworter', 'etiquettes', 'etiquetas', 'etichette'],
  },
  { name: 'language', headings: ['language', 'lang', 'locale', 'sprache', 'langue', 'idioma', 'lingua'] },
];

/** Returns the field of each of so many columns by their headings. */
export function usesByHeader(header: readonly string[], columns: number): ColumnUses {
  const guessed: Columns<ImportField> = guessColumns(header, HEADINGS);
  const uses = Array.from({ length: columns }, (): ImportField | null => null);
  for (const [field, at] of Object.entries(guessed) as [ImportField, number][]) uses[at] = field;
  return uses;
}

/** Returns the uses after a person chose one. A field is in one column only. */
export function withUse(uses: ColumnUses, column: number, field: ImportField | null): ColumnUses {
  return uses.map((use, at) => {
    if (at === column) return field;
    return use === field ? null : use;
  });
}
