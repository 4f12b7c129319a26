import { type ColumnOptions, type EntityTarget, getMetadataArgsStorage } from 'typeorm';
import type { EntityClass } from './data-source';

/** A column as SQL needs it to read rows from JSON. */
export interface EntityColumn {
  /** The Postgres type. */
  type: string;
  /** The default as an SQL expression; null without one. */
  default: string | null;
}

/** Returns the name of an entity's table, within the schema of its service. */
export function entityTable(entity: EntityClass): string {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity);
  if (typeof table?.name !== 'string') throw new Error(`${entity.name} is not an entity with a named table`);
  return table.name;
}

/**
 * Returns the columns of an entity by name, those of its base class first, in the order in which they are declared. Use it to read rows with
 * `json_to_recordset` without stating the columns a second time.
 */
export function entityColumns<Entity extends object>(
  entity: EntityTarget<Entity>,
): Readonly<Record<keyof Entity & string, EntityColumn>> {
  const columns = getMetadataArgsStorage().filterColumns(lineage(entity as Function));
  const definitions = columns.map(({ propertyName, options }) => {
    const { type, array } = options;
    if (typeof type !== 'string') throw new Error(`${propertyName} does not state its Postgres type`);
    return [propertyName, { type: array ? `${type}[]` : type, default: defaultOf(options) }];
  });
  return Object.fromEntries(definitions) as Record<keyof Entity & string, EntityColumn>;
}

/** Returns a class and those that it extends, the class itself last. */
function lineage(entity: Function): Function[] {
  const base = Object.getPrototypeOf(entity) as Function;
  return base === Function.prototype ? [entity] : [...lineage(base), entity];
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
