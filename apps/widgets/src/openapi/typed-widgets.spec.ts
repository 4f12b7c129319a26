import { type ApiDocument, type JsonSchema, openApiDocument, type SchemaObject } from '@plaudit/runtime';
import Ajv2020 from 'ajv/dist/2020';
import { widgetsService } from '../service';
import { changeSettings } from '../settings/change-settings';
import { isJsonObject, type JsonObject } from '../settings/settings-merge';
import { WIDGET_CATALOGUE, WIDGET_TYPES, type WidgetType } from '../settings/widget-types';
import { SETTING_DESCRIPTIONS } from './setting-descriptions';

const settingsOf = (type: WidgetType): JsonObject =>
  WIDGET_CATALOGUE.find((entry) => entry.type === type)?.settings as unknown as JsonObject;

/** Returns the paths of all settings below an object. */
function pathsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (!isJsonObject(value) || path.at(-1) === 'strings') return [[...path]];
  return Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]));
}

/** Returns the patch that sets one setting. */
function patchOf(path: readonly string[], value: unknown): JsonObject {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as JsonObject;
}

describe('withTypedSettings', () => {
  let document: ApiDocument;
  let accepts: (schema: string, value: unknown) => boolean;

  beforeAll(async () => {
    document = await openApiDocument(widgetsService);
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ ...document, $id: 'api' });
    accepts = (schema, value) => ajv.getSchema(`api#/components/schemas/${schema}`)?.(value) === true;
  });

  const named = (type: WidgetType, name: string): string =>
    `${type[0]?.toUpperCase()}${type.slice(1)}${name}`;

  /** Returns the examples of one setting of a request. */
  function exampleAt(type: WidgetType, path: readonly string[]): unknown {
    let schema: JsonSchema = { $ref: `#/components/schemas/${named(type, 'SettingsInput')}` };
    for (const key of path)
      schema = (resolved(schema).properties as Record<string, JsonSchema>)[key] ?? false;
    return resolved(schema).examples?.[0];
  }

  function resolved(schema: JsonSchema): SchemaObject {
    const { $ref, anyOf = [] } = schema as SchemaObject;
    const [choice] = anyOf;
    if (choice !== undefined) return resolved(choice);
    return $ref
      ? resolved(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? false)
      : (schema as SchemaObject);
  }

  describe.each(WIDGET_TYPES)('for the type %s', (type) => {
    it('accepts the defaults as complete settings, and nothing that lacks one of them', () => {
      const settings = settingsOf(type);
      expect(accepts(named(type, 'Settings'), settings)).toBe(true);
      for (const block of Object.keys(settings)) {
        const { [block]: _missing, ...rest } = settings;
        expect({ block, accepted: accepts(named(type, 'Settings'), rest) }).toEqual({
          block,
          accepted: false,
        });
      }
    });

    it('accepts each setting alone and as null in a request, as the product does', () => {
      for (const path of pathsIn(settingsOf(type))) {
        for (const value of [exampleAt(type, path) ?? settingsAt(type, path), null]) {
          const patch = patchOf(path, value);
          expect({ patch, accepted: accepts(named(type, 'SettingsInput'), patch) }).toEqual({
            patch,
            accepted: true,
          });
          expect(() => changeSettings(type, {}, patch)).not.toThrow();
        }
      }
    });

    it('refuses wrong values and unknown settings in a request, as the product does', () => {
      const unknown = [
        ['nothing'],
        ['header', 'nothing'],
        ['layout', 'nothing'],
        ['i18n', 'strings', 'nothing'],
      ];
      const wrong = pathsIn(settingsOf(type)).map((path) => patchOf(path, { wrong: true }));
      for (const patch of [...unknown.map((path) => patchOf(path, true)), ...wrong]) {
        expect({ patch, accepted: accepts(named(type, 'SettingsInput'), patch) }).toEqual({
          patch,
          accepted: false,
        });
        expect(() => changeSettings(type, {}, patch)).toThrow('settings.');
      }
    });
  });

  const settingsAt = (type: WidgetType, path: readonly string[]): unknown =>
    path.reduce<unknown>((value, key) => (value as JsonObject)[key], settingsOf(type));

  it('lets the type of a new widget decide which settings it has', () => {
    const layout = { arrows: false };
    expect(accepts('WidgetAddInput', { type: 'carousel', settings: { layout } })).toBe(true);
    expect(accepts('WidgetAddInput', { type: 'list', settings: { layout } })).toBe(false);
    expect(accepts('WidgetUpdateInput', { settings: { layout } })).toBe(true);
    expect(accepts('WidgetUpdateInput', { settings: { layout: { wings: true } } })).toBe(false);
    const { discriminator } = document.components.schemas.Widget as SchemaObject;
    expect(discriminator).toEqual({
      propertyName: 'type',
      mapping: Object.fromEntries(
        WIDGET_TYPES.map((type) => [type, `#/components/schemas/${named(type, 'Widget')}`]),
      ),
    });
  });

  it('takes for a preview either a type with its settings, or an id with those of any type', () => {
    const layout = { arrows: false };
    const bodies: [accepted: boolean, body: object][] = [
      [true, { type: 'carousel', settings: { layout } }],
      [false, { type: 'list', settings: { layout } }],
      [true, { id: 12, settings: { layout }, lang: 'de' }],
      [false, { id: 12, settings: { layout: { wings: true } } }],
      [false, { type: 'carousel', id: 12 }],
      [false, { settings: { layout } }],
    ];
    for (const [accepted, body] of bodies)
      expect({ body, accepted: accepts('WidgetPreviewInput', body) }).toEqual({ body, accepted });
  });

  it('describes no setting that does not exist', () => {
    const paths = WIDGET_TYPES.flatMap((type) => pathsIn(settingsOf(type)));
    const known = new Set(
      paths.flatMap((path) => [path.slice(0, 2), path.slice(-2)]).map((path) => path.join('.')),
    );
    const described = Object.entries(SETTING_DESCRIPTIONS).flatMap(([block, keys]) =>
      Object.keys(keys).map((key) => `${block}.${key}`),
    );
    expect(described.filter((path) => !known.has(path))).toEqual([]);
  });
});
