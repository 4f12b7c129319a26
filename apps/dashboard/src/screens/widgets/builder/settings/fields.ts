import { ownValue } from '@plaudit/contracts/own-value';
import { isObject, type Json, type Path } from '../draft/json-paths';
import { BLOCK_FIELDS } from './block-fields';
import { type Field, flag } from './field';
import { layoutFields } from './layout-fields';

/** The blocks in the order of the page. */
export const BLOCKS = [
  'source',
  'layout',
  'header',
  'card',
  'style',
  'behavior',
  'i18n',
  'seo',
  'legal',
  'access',
] as const;
export type Block = (typeof BLOCKS)[number];

export interface SettingField {
  block: Block;
  key: string;
  path: Path;
  field: Field;
}

const MAX_UNKNOWN_TEXT = 1000;
const MAX_UNKNOWN_NUMBER = 1_000_000;

/** Returns the fields of a type's settings, in the order of its defaults. Only settings that the service has are among them. */
export function fieldsOf(type: string, defaults: Json): SettingField[] {
  return BLOCKS.flatMap((block) => {
    const known = block === 'layout' ? layoutFields(type) : (BLOCK_FIELDS[block] ?? {});
    const values = defaults[block];
    return Object.entries(isObject(values) ? values : {}).flatMap(([key, value]) => {
      const field = ownValue(known, key) ?? fieldFor(value);
      return field ? [{ block, key, path: [block, key], field }] : [];
    });
  });
}

/** Returns a field for a setting that a newer service has. The service checks its bounds. */
function fieldFor(value: unknown): Field | null {
  if (typeof value === 'boolean') return flag;
  if (typeof value === 'number') return { kind: 'number', min: 0, max: MAX_UNKNOWN_NUMBER };
  if (typeof value === 'string') return { kind: 'text', max: MAX_UNKNOWN_TEXT };
  return null;
}

/** Returns the fields whose label, key or block contains all words of the search. */
export function matching(
  fields: readonly SettingField[],
  search: string,
  labelOf: (field: SettingField) => string,
): SettingField[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return fields.filter((field) => {
    const text = `${labelOf(field)} ${field.block}.${field.key}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
