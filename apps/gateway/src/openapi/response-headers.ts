import { ownValue } from '@plaudit/contracts';
import {
  API_VERSION,
  type ApiDocument,
  type ApiOperation,
  type ApiReference,
  type ApiResponse,
  operationsOf,
} from '@plaudit/runtime';

const HEADERS = {
  'X-Request-Id': {
    description: 'Identifies this request in the logs. It is the id that the client sent, or a new one.',
    schema: { type: 'string', examples: ['4a1f6a3e-6f0b-4f0e-9d0a-1f6b2c3d4e5f'] },
  },
  'X-Api-Version': {
    description: 'Version of this document.',
    schema: { type: 'string', examples: [API_VERSION] },
  },
  'RateLimit-Limit': {
    description: 'Tokens that the key may spend at once. Not sent while throttling is switched off.',
    schema: { type: 'integer', examples: [20] },
  },
  'RateLimit-Remaining': {
    description: 'Tokens that the key has left.',
    schema: { type: 'integer', examples: [19] },
  },
  'RateLimit-Reset': {
    description: 'Seconds until the key has all of its tokens again.',
    schema: { type: 'integer', examples: [1] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', examples: [3] },
  },
  'WWW-Authenticate': {
    description: 'The two ways to send the key.',
    schema: { type: 'string', examples: ['Basic realm="Plaudit API", charset="UTF-8"'] },
  },
  'Idempotency-Replayed': {
    description: 'Sent with the stored first response when an Idempotency-Key is repeated.',
    schema: { type: 'string', enum: ['true'], examples: ['true'] },
  },
};
type HeaderName = keyof typeof HEADERS;

const ALWAYS: readonly HeaderName[] = ['X-Request-Id', 'X-Api-Version'];
const LIMITS: readonly HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

/** Adds the headers to every response. Each header is described once, in the components. */
export function withResponseHeaders(document: ApiDocument): ApiDocument {
  const made = structuredClone(document);
  const shared = new Map<ApiResponse, string>();
  const used = new Set<string>();
  const add = (response: ApiResponse, names: readonly HeaderName[]): void => {
    response.headers = {
      ...response.headers,
      ...Object.fromEntries(names.map((name) => [name, header(name)])),
    };
    for (const name of names) used.add(name);
  };
  for (const { operation } of operationsOf(made)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!('$ref' in response)) add(response, headersOf(status, operation));
      else
        shared.set(ownValue(made.components.responses, response.$ref.split('/').at(-1) as string)!, status);
    }
  }
  for (const [response, status] of shared) add(response, headersOf(status));
  const headers = Object.fromEntries(Object.entries(HEADERS).filter(([name]) => used.has(name)));
  return { ...made, components: { ...made.components, headers } };
}

function header(name: HeaderName): ApiReference {
  return { $ref: `#/components/headers/${name}` };
}

/** The limits belong to a key, so an operation without a key and a 401 have none. */
function headersOf(status: string, operation?: ApiOperation): HeaderName[] {
  const isOpen = operation?.security?.length === 0;
  const takesKey = operation?.parameters?.some(({ name }) => name === 'Idempotency-Key') ?? false;
  return [
    ...ALWAYS,
    ...(isOpen || status === '401' ? [] : LIMITS),
    ...(status === '401' ? (['WWW-Authenticate'] as const) : []),
    ...(status === '429' || status === '503' ? (['Retry-After'] as const) : []),
    ...(takesKey && status.startsWith('2') ? (['Idempotency-Replayed'] as const) : []),
  ];
}
