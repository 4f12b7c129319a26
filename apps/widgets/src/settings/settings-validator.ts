import { type FieldError, ownValue } from '@plaudit/contracts';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { describeSchema, type Schema } from './schema';
import { addSettingKeywords, type AscendingParams } from './schema-keywords';
import { isJsonObject } from './settings-merge';
import { settingsSchemaOf } from './settings-schemas';
import type { WidgetType } from './widget-types';

/** The maximum number of errors in a response. A request can contain thousands of unknown keys. */
const MAX_ERRORS = 100;

const ajv = new Ajv({
  strict: true,
  allErrors: true,
  // Settings that may be null have two types.
  allowUnionTypes: true,
  // Adds the wrong value to each error.
  verbose: true,
  // Compiles a shared block once instead of once per widget type.
  inlineRefs: false,
});
addSettingKeywords(ajv);

/** Each is compiled when its type is first checked. */
const VALIDATORS = new Map<WidgetType, ValidateFunction>();

/** Adds each block of the settings as a schema of its own. All types share the blocks except `layout`. */
function compile(type: WidgetType): ValidateFunction {
  const schema = settingsSchemaOf(type);
  const blocks = Object.entries(schema.properties ?? {}).map(([name, block]) => {
    const id = name === 'layout' ? `${type}-layout` : name;
    if (!ajv.getSchema(id)) ajv.addSchema(block, id);
    return [name, { $ref: id }];
  });
  return ajv.compile({ ...schema, properties: Object.fromEntries(blocks) });
}

/**
 * Checks that a patch has only the objects and keys of the widget type. It does not check the values, because `null`
 * stands for the default of any setting until the patch is merged.
 */
export function findUnknownKeys(type: WidgetType, patch: unknown): FieldError[] {
  const errors = errorsOf(type, patch).filter(({ keyword, instancePath, data }) => {
    const expectsObject = settingAt(type, instancePath).schema.properties !== undefined;
    const restoresDefaults = data === null && instancePath !== '';
    return keyword === 'additionalProperties' || (keyword === 'type' && expectsObject && !restoresDefaults);
  });
  return fieldErrors(type, patch, errors);
}

/** Checks complete settings. Two settings are compared with each other only if every setting is valid by itself. */
export function findInvalidSettings(type: WidgetType, settings: unknown): FieldError[] {
  const errors = errorsOf(type, settings);
  const invalid = errors.filter(({ keyword }) => keyword !== 'ascending');
  return fieldErrors(type, settings, invalid.length > 0 ? invalid : errors);
}

function errorsOf(type: WidgetType, settings: unknown): ErrorObject[] {
  const validate = VALIDATORS.get(type) ?? compile(type);
  VALIDATORS.set(type, validate);
  // An error of `if` only repeats the errors of its `then`.
  return validate(settings) ? [] : (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
}

/** Returns one error per setting, in the order in which the settings stand in the document. */
function fieldErrors(type: WidgetType, document: unknown, errors: readonly ErrorObject[]): FieldError[] {
  if (errors.length === 0) return [];
  const byField = new Map(
    errors.map((error) => fieldError(type, error)).map((entry) => [entry.field, entry]),
  );
  const order = keyOrder(document);
  const position = ({ field }: FieldError): number => order.get(field) ?? -1;
  return [...byField.values()].sort((a, b) => position(a) - position(b)).slice(0, MAX_ERRORS);
}

function fieldError(type: WidgetType, { keyword, instancePath, params, message }: ErrorObject): FieldError {
  const { field, schema } = settingAt(type, instancePath);
  switch (keyword) {
    case 'additionalProperties': {
      const unknown = `${field}.${(params as { additionalProperty: string }).additionalProperty}`;
      return { field: unknown, msg: `${unknown} is not a setting of the widget type ${type}.` };
    }
    case 'ascending': {
      const { lower, upper } = params as AscendingParams;
      const relation = ownValue(schema.properties, lower)?.format ? 'later' : 'greater';
      return {
        field: `${field}.${lower}`,
        msg: `${field}.${lower} must not be ${relation} than ${field}.${upper}.`,
      };
    }
    case 'loadsNothing':
      return { field, msg: `${field} ${message}.` };
    default:
      return { field, msg: `${field} must be ${describeSchema(schema)}.` };
  }
}

/** Returns the setting that a JSON pointer leads to. For an item of a list, it is the list. */
function settingAt(type: WidgetType, pointer: string): { field: string; schema: Schema } {
  let field = 'settings';
  let schema = settingsSchemaOf(type);
  for (const key of pointer.split('/').slice(1)) {
    const child = ownValue(schema.properties, key);
    if (!child) break;
    field += `.${key}`;
    schema = child;
  }
  return { field, schema };
}

/** Numbers all keys of nested objects in the order of the document, so that the first wrong key can be found. */
function keyOrder(value: unknown, path = 'settings', order = new Map<string, number>()): Map<string, number> {
  if (!isJsonObject(value)) return order;
  for (const [key, child] of Object.entries(value)) {
    const field = `${path}.${key}`;
    order.set(field, order.size);
    keyOrder(child, field, order);
  }
  return order;
}
