import type { Scope } from '@plaudit/contracts';

/** JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a call does, as MCP's annotations tell clients, who may ask their user first. */
export interface Effect {
  readOnlyHint: boolean;
  /** Overwrites or cancels something; adding is not destructive. */
  destructiveHint: boolean;
  /** The same call again changes nothing more. */
  idempotentHint: boolean;
  /** Reaches beyond this product: platforms, search, mail, text messages. */
  openWorldHint: boolean;
}

/** One tool for one endpoint. What an endpoint needs and answers is its own business; this says where arguments go. */
export interface Tool {
  name: string;
  title: string;
  /** For the model that chooses among tools. */
  description: string;
  method: 'GET' | 'POST' | 'PUT';
  /** Each `{name}` is one of the path's arguments. */
  path: string;
  /** The endpoint's own scope: decides who is shown the tool. Who may use it is decided by the endpoint. */
  scope: Scope;
  effect: Effect;
  arguments: {
    /** Ids, always required. */
    path?: Readonly<Record<string, JsonSchema>>;
    query?: Readonly<Record<string, JsonSchema>>;
    body?: Readonly<Record<string, JsonSchema>>;
    /** By the header's name: the argument is called the same with underscores, in lower case. */
    headers?: Readonly<Record<string, JsonSchema>>;
  };
  /** Of the query and the body. */
  required?: readonly string[];
}

export const READS: Effect = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const ADDS: Effect = { ...READS, readOnlyHint: false, idempotentHint: false };
export const CHANGES: Effect = { ...READS, readOnlyHint: false, destructiveHint: true };

/** `Idempotency-Key` is `idempotency_key`. */
export function argumentOfHeader(header: string): string {
  return header.toLowerCase().replaceAll('-', '_');
}

/** Every argument by its name. */
export function argumentsOf({ arguments: places }: Tool): Record<string, JsonSchema> {
  const headers = Object.entries(places.headers ?? {});
  return {
    ...places.path,
    ...places.query,
    ...places.body,
    ...Object.fromEntries(headers.map(([name, schema]) => [argumentOfHeader(name), schema])),
  };
}

/** The schema that clients get; no argument beside those listed. */
export function inputSchemaOf(tool: Tool): JsonSchema & { type: 'object' } {
  const required = [...Object.keys(tool.arguments.path ?? {}), ...(tool.required ?? [])];
  return {
    type: 'object',
    properties: argumentsOf(tool),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}
