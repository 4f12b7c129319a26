import { ApiExtension } from '@nestjs/swagger';
import { ERROR_STATUS, type ErrorCode, REQUIRED_RIGHTS, STATUS_GUIDE } from '@plaudit/contracts';
import {
  type ApiComponents,
  type ApiDocument,
  type ApiMethod,
  type ApiOperation,
  type ApiReference,
  type ApiResponse,
  type JsonSchema,
  operationsOf,
} from './api-document';
import { ERROR_CODES, errorExample } from './error-examples';

/** Carries the error codes from {@link ApiErrors} to {@link withErrorResponses}, which removes it from the document. */
const API_ERRORS = 'x-api-errors';

/** An error code that an operation sends with another status than that of the code. */
type CodeWithStatus = readonly [ErrorCode, number];

/**
 * Documents the error codes that are specific to an operation. Codes that follow from the form of the operation (an API
 * key, a body, an id in the path, an Idempotency-Key) are documented without it.
 */
export function ApiErrors(...codes: (ErrorCode | CodeWithStatus)[]): MethodDecorator {
  const pairs = codes.map((code): CodeWithStatus =>
    typeof code === 'string' ? [code, ERROR_STATUS[code]] : code,
  );
  return ApiExtension(API_ERRORS, pairs);
}

/** The response body of every error of every service. */
const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['success', 'msg', 'code', 'request_id'],
  properties: {
    success: {
      type: 'boolean',
      enum: [false],
      description: 'Always false. Successful responses have true or no such field.',
      examples: [false],
    },
    msg: {
      type: 'string',
      description: 'A sentence that explains the error.',
      examples: ['from_name is required.'],
    },
    code: {
      type: 'string',
      enum: ERROR_CODES,
      description:
        'The error for programs. Each code belongs to one status, except that an invalid webhook is 422.',
      examples: ['missing_field'],
    },
    field: { type: 'string', description: 'The first invalid field.', examples: ['from_name'] },
    errors: {
      type: 'array',
      description: 'Every invalid field.',
      items: {
        type: 'object',
        required: ['field', 'msg'],
        properties: {
          field: {
            type: 'string',
            description: 'The path of the field in the body.',
            examples: ['from_name'],
          },
          msg: { type: 'string', description: 'What to fix.', examples: ['from_name is required.'] },
        },
      },
      examples: [[{ field: 'from_name', msg: 'from_name is required.' }]],
    },
    required: {
      type: 'string',
      enum: [...REQUIRED_RIGHTS],
      description:
        '403: what is missing. A scope or a role of the key, `main_sub_account` (a key of the main sub account with `account_management`), `expires_on` (a key that expires later or never), `allowed_ips` (a key that may be used from more addresses), or `two_factor` (a user with two-factor sign-in).',
      examples: ['channels:write'],
    },
    existing_id: { type: 'integer', description: 'The id of the existing object.', examples: [4711] },
    reason: {
      type: 'string',
      description:
        'Why a profile is not valid: `wrong_address`, `duplicate`, or an `error_code` of channels such as `not_found`.',
      examples: ['wrong_address'],
    },
    limit: {
      type: 'integer',
      description: '402, 422 and 429: the limit of the plan or of the day.',
      examples: [2],
    },
    used: {
      type: 'integer',
      description: '402, 422 and 429: how much of the limit is used.',
      examples: [2],
    },
    type: {
      type: 'string',
      description: '402: the platform whose limit is reached.',
      examples: ['app_store'],
    },
    authorize_url_path: {
      type: 'string',
      description: 'The operation that returns the sign-in URL of the platform.',
      examples: ['/public/v1/channels/authorize_url'],
    },
    queued: {
      type: 'boolean',
      enum: [false],
      description: 'The refresh was not queued.',
      examples: [false],
    },
    last_checked: {
      type: ['string', 'null'],
      description: 'The time of the last crawl of the channel in UTC; null before the first crawl.',
      examples: ['2026-09-20 02:40:11'],
    },
    retry_after_minutes: {
      type: 'integer',
      description: '429 of a refresh: when to try again, in minutes.',
      examples: [212],
    },
    retry_after_seconds: {
      type: 'integer',
      description: '429 and 503: when to try again, as in the Retry-After header.',
      examples: [42],
    },
    request_id: {
      type: 'string',
      description: 'The id of the request, as in the X-Request-Id header.',
      examples: ['4a1f6a3e-6f0b-4f0e-9d0a-1f6b2c3d4e5f'],
    },
  },
};

interface Group {
  name: string;
  /** The codes of this status that every operation of the same form can return. */
  codes: readonly ErrorCode[];
}

const GROUPS: Readonly<Record<number, Group>> = {
  400: {
    name: 'BadRequest',
    codes: ['validation_failed', 'invalid_value'],
  },
  401: {
    name: 'Unauthorized',
    codes: ['missing_key', 'invalid_key', 'key_expired', 'api_disabled'],
  },
  402: { name: 'PlanLimit', codes: [] },
  403: {
    name: 'Forbidden',
    codes: ['forbidden', 'address_not_allowed'],
  },
  404: {
    name: 'NotFound',
    codes: ['not_found'],
  },
  408: {
    name: 'TooSlow',
    codes: ['request_timeout'],
  },
  409: {
    name: 'InProgress',
    codes: ['idempotency_in_progress'],
  },
  413: {
    name: 'TooLarge',
    codes: ['payload_too_large'],
  },
  415: { name: 'NotJson', codes: ['unsupported_media_type'] },
  422: { name: 'Unprocessable', codes: [] },
  429: {
    name: 'TooManyRequests',
    codes: ['rate_limited'],
  },
  500: {
    name: 'InternalError',
    codes: ['internal_error'],
  },
  503: {
    name: 'Unavailable',
    codes: ['upstream_unavailable', 'overloaded'],
  },
};

/**
 * Adds to every operation the errors that it can return, each with an example. Returns the components that they need.
 */
export function withErrorResponses(
  document: Pick<ApiDocument, 'paths'>,
): Pick<ApiComponents, 'schemas' | 'responses' | 'examples'> {
  const responses: Record<string, ApiResponse> = {};
  const used = new Set<ErrorCode>();
  for (const { path, method, operation } of operationsOf(document)) {
    const special = (operation[API_ERRORS] as CodeWithStatus[] | undefined) ?? [];
    delete operation[API_ERRORS];
    for (const status of statusesOf(path, method, operation, special)) {
      const { name, codes } = groupOf(status, method);
      const description = STATUS_GUIDE[status] ?? '';
      const all = codesOf(status, codes, special);
      for (const code of all) used.add(code);
      const isShared = all.join() === codes.join();
      if (isShared && !Object.hasOwn(responses, name)) responses[name] = responseWith(description, codes);
      operation.responses[status] = isShared
        ? { $ref: `#/components/responses/${name}` }
        : responseWith(description, all);
    }
  }
  return { schemas: { Error: ERROR_SCHEMA }, responses: sorted(responses), examples: examplesOf(used) };
}

/** Returns the codes of the group and the special ones that are sent with this status. */
function codesOf(
  status: number,
  group: readonly ErrorCode[],
  special: readonly CodeWithStatus[],
): ErrorCode[] {
  const elsewhere = special.filter(([, other]) => other !== status).map(([code]) => code);
  const here = special.filter(([, other]) => other === status).map(([code]) => code);
  return [...new Set([...group.filter((code) => !elsewhere.includes(code)), ...here])];
}

/** Returns the group of a status. An operation with a body has two more codes for 400. */
function groupOf(status: number, method: ApiMethod): Group {
  const group = GROUPS[status] as Group;
  if (status !== 400 || method === 'get') return group;
  return { ...group, name: 'BadBody', codes: ['missing_field', 'invalid_json', ...group.codes] };
}

function statusesOf(
  path: string,
  method: ApiMethod,
  operation: ApiOperation,
  special: readonly CodeWithStatus[],
): number[] {
  const isPublic = operation.security?.length === 0;
  const parameters = operation.parameters ?? [];
  return [
    ...new Set([
      400,
      ...(isPublic ? [] : [401]),
      ...(operation['x-scope'] === 'public' ? [] : [403]),
      ...(path.includes('{') ? [404] : []),
      ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? [409] : []),
      ...(method === 'get' ? [] : [408, 413, 415]),
      429,
      ...special.map(([, status]) => status),
      500,
      503,
    ]),
  ].sort((a, b) => a - b);
}

function responseWith(description: string, codes: readonly ErrorCode[]): ApiResponse {
  const examples = Object.fromEntries(
    codes.map((code): [string, ApiReference] => [code, { $ref: `#/components/examples/${code}` }]),
  );
  return {
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } },
  };
}

function examplesOf(used: ReadonlySet<ErrorCode>): ApiComponents['examples'] {
  return Object.fromEntries(
    ERROR_CODES.filter((code) => used.has(code)).map((code) => [code, errorExample(code)]),
  );
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
