import { ownValue } from '@plaudit/contracts';
import type { ApiDocument, JsonSchema, SchemaObject } from '@plaudit/runtime';
import { wordingOf } from '../../messages/wording';
import type { Fields, Setting } from './setting-field';
import { SETTING_FIELDS } from './setting-fields';
import { resolveSettings } from '../stored-settings';

/** In responses every setting is present. In requests every setting is optional, and `null` stands for its default. */
type Use = 'complete' | 'partial';

type Schemas = ApiDocument['components']['schemas'];

const COMPLETE = 'InviteSettings';
const PARTIAL = 'InviteSettingsInput';
interface Owner {
  component: string;
  example: object;
}

const NAME = 'After a visit';
const SAMPLE = resolveSettings({ name: NAME, is_default: true, settings: {} });
const ADDED = { template: 'card', followup: { enabled: true } };
/** The schemas with a field `settings`, and what describes it. */
const OWNERS: Readonly<Record<string, Owner>> = {
  InviteSettingsProfile: { component: COMPLETE, example: SAMPLE },
  AddedInviteSettings: {
    component: COMPLETE,
    example: resolveSettings({ name: NAME, is_default: false, settings: ADDED }),
  },
  InviteSettingsAddInput: { component: PARTIAL, example: { name: NAME, ...ADDED } },
  InviteSettingsUpdateInput: {
    component: PARTIAL,
    example: {
      delay: 5,
      color: '#0f766e',
      send_window: { timezone: 'Europe/Berlin', days: [1, 2, 3, 4, 5] },
    },
  },
};

/** Describes the settings object by the fields that it is validated with. */
export function withInviteSettings(document: ApiDocument): ApiDocument {
  const { schemas } = document.components;
  const owners = Object.entries(OWNERS).map(([name, owner]) => [
    name,
    withReference(ownValue(schemas, name) as SchemaObject, owner),
  ]);
  const settings = {
    [COMPLETE]: objectOf(SETTING_FIELDS, 'complete'),
    [PARTIAL]: objectOf(SETTING_FIELDS, 'partial'),
  };
  const described: Schemas = { ...schemas, ...Object.fromEntries(owners), ...settings };
  return { ...document, components: { ...document.components, schemas: described } };
}

function withReference(schema: SchemaObject, { component, example }: Owner): SchemaObject {
  const { properties = {} } = schema;
  const { description } = properties.settings as SchemaObject;
  const settings = { description, $ref: `#/components/schemas/${component}`, examples: [example] };
  return { ...schema, properties: { ...properties, settings } };
}

/** Responses may get more settings in a later version. In requests an unknown setting is an error. */
function objectOf(fields: Fields, use: Use): SchemaObject {
  const properties = Object.entries(fields).map(([key, setting]): [string, JsonSchema] => [
    key,
    use === 'partial' ? orNull(schemaOf(setting, use)) : schemaOf(setting, use),
  ]);
  const rest = use === 'complete' ? { required: Object.keys(fields) } : { additionalProperties: false };
  return { type: 'object', ...rest, properties: Object.fromEntries(properties) };
}

function schemaOf(setting: Setting, use: Use): SchemaObject {
  const { description } = setting;
  if (setting.kind === 'block') return { ...objectOf(setting.fields, use), description };
  if (setting.kind === 'rows') {
    const items = objectOf(setting.fields, use);
    return { type: 'array', minItems: setting.min, maxItems: setting.max, items, description };
  }
  const example = setting.byDefault({ ...wordingOf('en'), timeZone: 'UTC' });
  return { examples: [example], ...setting.schema, description };
}

function orNull(schema: SchemaObject): SchemaObject {
  const made = { ...schema, type: [...new Set([schema.type ?? [], 'null'].flat())] };
  return made.enum ? { ...made, enum: [...made.enum, null] } : made;
}
