import { type EntityTarget, getMetadataArgsStorage } from 'typeorm';

/**
 * Returns the Postgres type of every column of an entity, in the order in which the entity declares them. Use it to read
 * rows with `json_to_recordset` without stating the columns a second time.
 */
export function columnTypes<Entity extends object>(
  entity: EntityTarget<Entity>,
): Readonly<Record<keyof Entity & string, string>> {
  const columns = getMetadataArgsStorage().columns.filter(({ target }) => target === entity);
  const types = columns.map(({ propertyName, options: { type, array } }) => {
    if (typeof type !== 'string') throw new Error(`${propertyName} does not state its Postgres type`);
    return [propertyName, array ? `${type}[]` : type];
  });
  return Object.fromEntries(types) as Record<keyof Entity & string, string>;
}
