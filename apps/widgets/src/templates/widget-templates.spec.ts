import { changeSettings } from '../settings/change-settings';
import { isJsonObject, type JsonObject } from '../settings/settings-merge';
import { WIDGET_TYPES } from '../settings/widget-types';
import { widgetTemplates } from './widget-templates';

/** Everything else in `source` would leave reviews out. */
const HARMLESS = ['limit', 'sort'];

/** Returns each setting of an object as a line, such as `style.theme="dark"`. */
function linesOf(value: unknown, path = ''): string[] {
  if (!isJsonObject(value)) return [`${path}=${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, inner]) => linesOf(inner, path ? `${path}.${key}` : key));
}

/** Counts the lines that only one of them has. */
function differences(left: readonly string[], right: readonly string[]): number {
  return [...left, ...right].filter((line) => !left.includes(line) || !right.includes(line)).length;
}

describe('widgetTemplates', () => {
  it('returns templates with different ids and names, by type', () => {
    const all = widgetTemplates();
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect([...new Set(all.map(({ type }) => type))]).toEqual([...WIDGET_TYPES]);
    expect(WIDGET_TYPES.flatMap((type) => widgetTemplates(type))).toEqual(all);
  });

  it.each(WIDGET_TYPES)(
    'returns at least three looks for %s that differ in more than one setting',
    (type) => {
      const looks = widgetTemplates(type).map(({ settings }) => linesOf(settings));
      expect(looks.length).toBeGreaterThanOrEqual(3);
      for (const [index, look] of looks.entries())
        for (const other of looks.slice(index + 1)) expect(differences(look, other)).toBeGreaterThan(1);
    },
  );

  it.each(widgetTemplates().map(({ id, ...template }) => [id, template] as const))(
    'returns %s with valid settings, of which each differs from the default',
    (_id, { type, settings }) => {
      expect(linesOf(changeSettings(type, {}, settings).overrides)).toEqual(linesOf(settings));
    },
  );

  it('returns no template that leaves out reviews or hides which ones are shown', () => {
    for (const { id, settings } of widgetTemplates()) {
      const { source = {}, legal = {} } = settings as Record<string, JsonObject>;
      const filters = Object.keys(source).filter((name) => !HARMLESS.includes(name));
      expect({ id, filters, legal }).toEqual({ id, filters: [], legal: {} });
    }
  });
});
