import { type ColumnOptions, type EntityTarget, getMetadataArgsStorage } from 'typeorm';

/** A column as SQL needs it to read rows from JSON. */
export interface EntityColumn {
  /** The Postgres type. */
  type: string;
  /** The default as an SQL expression; null without one. */
  default: string | null;
}

/**
 * Returns the columns of an entity by name, in the order in which the entity declares them. Use it to read rows with
 * `json_to_recordset` without stating the columns a second time.
 */
export function entityColumns<Entity extends object>(
  entity: EntityTarget<Entity>,
): Readonly<Record<keyof Entity & string, EntityColumn>> {
  const columns = getMetadataArgsStorage().columns.filter(({ target }) => target === entity);
  const definitions = columns.map(({ propertyName, options }) => {
    const { type, array } = options;
    if (typeof type !== 'string') throw new Error(`${propertyName} does not state its Postgres type`);
    return [propertyName, { type: array ? `${type}[]` : type, default: defaultOf(options) }];
  });
  return Object.fromEntries(definitions) as Record<keyof Entity & string, EntityColumn>;
}

function defaultOf({ default: given }: ColumnOptions): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given === 'function') return String((given as () => unknown)());
  if (typeof given === 'object') return quoted(JSON.stringify(given));
  return typeof given === 'string' ? quoted(given) : String(given);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
