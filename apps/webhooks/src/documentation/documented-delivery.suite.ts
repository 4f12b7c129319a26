import { openApiDocument, type SchemaObject } from '@plaudit/runtime';
import type { RecordedRequest } from '@plaudit/testing';
import Ajv2020 from 'ajv/dist/2020';
import { webhooksService } from '../service';

/** Headers that describe the HTTP message and not the event. */
const OF_EVERY_REQUEST = new Set(['host', 'connection', 'content-type', 'content-length', 'user-agent']);

/** What the OpenAPI document says about the request of an event. */
export interface DocumentedDelivery {
  /** Returns what is wrong with a body, or null. */
  faultOf(body: unknown): string | null;
  /** The fields of `data`, in their order. */
  fields: string[];
  /** The types of the headers by name. */
  headers: Record<string, unknown>;
}

export async function documentedDelivery(event: string): Promise<DocumentedDelivery> {
  const { components, webhooks = {} } = await openApiDocument(webhooksService);
  const { requestBody, parameters = [] } = webhooks[event]?.post ?? {};
  const { $ref = '' } = (requestBody?.content['application/json']?.schema ?? {}) as SchemaObject;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'api', components });
  const validate = ajv.compile({ $ref: `api${$ref}` });
  const named = (reference: string): SchemaObject =>
    components.schemas[reference.split('/').at(-1) ?? ''] as SchemaObject;
  const data = named($ref).properties?.['data'] as SchemaObject;
  return {
    faultOf: (body) => (validate(body) ? null : ajv.errorsText(validate.errors)),
    fields: Object.keys(named(data.$ref ?? '').properties ?? {}),
    headers: Object.fromEntries(
      parameters.map(({ name, schema }) => [name.toLowerCase(), (schema as SchemaObject).type]),
    ),
  };
}

/** Returns the types of the headers of a delivery by name. */
export function headerTypes({ headers }: RecordedRequest): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => !OF_EVERY_REQUEST.has(name));
  return Object.fromEntries(
    own.map(([name, value]) => [name, Number.isInteger(Number(value)) ? 'integer' : 'string']),
  );
}
