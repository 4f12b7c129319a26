import { ownValue } from '@plaudit/contracts';
import type { ApiDocument, JsonSchema, SchemaObject } from '@plaudit/runtime';
import { WIDGET_CATALOGUE, WIDGET_TYPES, type WidgetType } from '../settings/widget-types';
import { settingsComponents, settingsReference, typeName } from './settings-components';

type Schemas = ApiDocument['components']['schemas'];

/**
 * Describes the settings of each widget type. Decorators of classes cannot express that the type of the settings depends on
 * the type of the widget.
 */
export function withTypedSettings(document: ApiDocument): ApiDocument {
  const { schemas } = document.components;
  const described: Schemas = {
    ...schemas,
    ...settingsComponents(),
    ...byType(schemas, 'Widget', 'complete'),
    ...byType(schemas, 'WidgetType', 'complete'),
    ...byType(schemas, 'WidgetAddInput', 'partial'),
    ...previewInputs(schemas),
    WidgetTemplate: withSettings(schemas, 'WidgetTemplate', settingsOfAnyType()),
    WidgetUpdateInput: withSettings(schemas, 'WidgetUpdateInput', settingsOfAnyType()),
  };
  return { ...document, components: { ...document.components, schemas: described } };
}

/** Describes the body of a preview: a type with its settings, or the id of a widget with those of any type. */
function previewInputs(schemas: Schemas): Schemas {
  const name = 'WidgetPreviewInput';
  const stored = 'StoredWidgetPreviewInput';
  const { properties = {}, ...schema } = schemas[name] as SchemaObject;
  const { type, id, ...rest } = properties as Record<string, SchemaObject>;
  const made = { ...schema, required: ['type'], properties: { type, ...rest } } as SchemaObject;
  const { [name]: _choice, ...variants } = byType({ [name]: made }, name, 'partial');
  const kept = { ...schema, required: ['id'], properties: { id, ...rest } } as SchemaObject;
  return {
    ...variants,
    [stored]: withSettings({ [stored]: kept }, stored, settingsOfAnyType()),
    [name]: {
      ...schema,
      properties: { ...properties, settings: { description: (rest.settings as SchemaObject).description } },
      oneOf: [...Object.keys(variants), stored].map(reference),
    },
  };
}

function settingsOfAnyType(): SchemaObject {
  return { anyOf: WIDGET_TYPES.map((type) => settingsReference(type, 'partial')) };
}

/** Replaces a schema by one for each widget type, of which the field `type` chooses one. */
function byType(schemas: Schemas, name: string, use: 'complete' | 'partial'): Schemas {
  const variants = WIDGET_TYPES.map((type) => ({ type, name: typeName(type) + name }));
  const mapping = Object.fromEntries(variants.map((one) => [one.type, reference(one.name).$ref]));
  return {
    [name]: {
      oneOf: variants.map((one) => reference(one.name)),
      discriminator: { propertyName: 'type', mapping },
    },
    ...Object.fromEntries(
      variants.map((one) => [
        one.name,
        withType(withSettings(schemas, name, settingsReference(one.type, use)), one.type),
      ]),
    ),
  };
}

/** Returns the schema with its settings described by `settings`. */
function withSettings(schemas: Schemas, name: string, settings: SchemaObject): SchemaObject {
  const { properties = {}, ...schema } = ownValue(schemas, name) as SchemaObject;
  const { description } = properties.settings as SchemaObject;
  return { ...schema, properties: { ...properties, settings: { description, ...settings } } };
}

function withType(schema: SchemaObject, type: WidgetType): SchemaObject {
  const entry = WIDGET_CATALOGUE.find((one) => one.type === type);
  const texts = { label: entry?.label, description: entry?.description };
  const properties = Object.entries(schema.properties ?? {}).map(([key, property]): [string, JsonSchema] => {
    const text = ownValue(texts, key);
    if (key === 'type') return [key, { ...typeProperty(property), const: type, examples: [type] }];
    return [key, text === undefined ? property : { ...(property as SchemaObject), examples: [text] }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function typeProperty(property: JsonSchema): SchemaObject {
  const { enum: _every, ...rest } = property as SchemaObject;
  return rest;
}

function reference(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}
