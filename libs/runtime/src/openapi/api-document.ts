/** The parts of OpenAPI 3.1 that the documents of the services use. */
export interface ApiDocument {
  openapi: string;
  info: {
    title: string;
    description?: string;
    version: string;
    license?: { name: string; identifier: string };
  };
  servers?: { url: string; description?: string }[];
  tags?: { name: string; description?: string }[];
  security?: Record<string, string[]>[];
  paths: Record<string, ApiPath>;
  /** The requests that the product sends to the servers of customers, by the event that causes them. */
  webhooks?: Record<string, ApiPath>;
  components: ApiComponents;
  /** Markdown that the introduction of the whole API ends with. */
  'x-guide'?: string;
}

const API_METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type ApiMethod = (typeof API_METHODS)[number];

export type ApiPath = Partial<Record<ApiMethod, ApiOperation>>;

export interface ApiOperation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: ApiParameter[];
  requestBody?: { required?: boolean; content: Record<string, ApiMedia> };
  responses: Record<string, ApiResponse | ApiReference>;
  /** An empty list means that no key is needed. If it is missing, the document's own `security` applies. */
  security?: Record<string, string[]>[];
  'x-scope'?: string;
  'x-role'?: string;
  [extension: `x-${string}`]: unknown;
}

export interface ApiParameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
  example?: unknown;
}

export interface ApiResponse {
  description: string;
  headers?: Record<string, ApiHeader | ApiReference>;
  content?: Record<string, ApiMedia>;
}

export interface ApiHeader {
  description?: string;
  schema?: JsonSchema;
}

export interface ApiMedia {
  schema?: JsonSchema;
  example?: unknown;
  examples?: Record<string, ApiReference | ApiExample>;
}

export interface ApiExample {
  summary?: string;
  value: unknown;
}

export interface ApiReference {
  $ref: string;
}

export interface ApiComponents {
  schemas: Record<string, JsonSchema>;
  responses: Record<string, ApiResponse>;
  /** Only in the document of the whole API, because the gateway sends most of these headers. */
  headers?: Record<string, ApiHeader>;
  examples: Record<string, ApiExample>;
  securitySchemes: Record<string, object>;
}

/** JSON Schema 2020-12, which OpenAPI 3.1 uses. `true` allows every value. */
export type JsonSchema = SchemaObject | boolean;

export interface SchemaObject {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  examples?: unknown[];
  [keyword: string]: unknown;
}

/** Returns every operation of a document with its path and method. */
export function operationsOf(
  document: Pick<ApiDocument, 'paths'>,
): { path: string; method: ApiMethod; operation: ApiOperation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    API_METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
}
