import type { ApiOperation, ApiResponse } from '@plaudit/runtime';

const RPC = { jsonrpc: { const: '2.0', description: 'The version of JSON-RPC.' } };
const ID = { type: ['string', 'number', 'null'], description: 'Id of the request.', examples: [1] };
const FAULT = {
  type: 'object',
  required: ['jsonrpc', 'error'],
  properties: {
    ...RPC,
    id: { ...ID, description: 'Id of the request, or null if it could not be read.', examples: [null] },
    error: {
      type: 'object',
      description: 'The error.',
      required: ['code', 'message'],
      properties: {
        code: { type: 'integer', description: 'Error code of JSON-RPC.', examples: [-32_700] },
        message: {
          type: 'string',
          description: 'Description of the error.',
          examples: ['Parse error: the body is not JSON.'],
        },
      },
    },
  },
  examples: [
    { jsonrpc: '2.0', error: { code: -32_700, message: 'Parse error: the body is not JSON.' }, id: null },
  ],
};

function fault(description: string): ApiResponse {
  return { description, content: { 'application/json': { schema: FAULT } } };
}

const refusal = (name: string): { $ref: string } => ({ $ref: `#/components/responses/${name}` });

/** Describes the MCP endpoint. It has no controller, because its errors have the format of JSON-RPC. */
export const MCP_OPERATION: ApiOperation = {
  operationId: 'callMcp',
  summary: 'Model Context Protocol over streamable HTTP: one JSON-RPC message, one response, no session',
  description:
    'Each tool is one operation of this API and needs the same scope. A call with an access token that lacks it gets 403, which names the scope.',
  'x-scope': 'public',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['jsonrpc', 'method'],
          properties: {
            ...RPC,
            id: {
              type: ['string', 'number'],
              description: 'Repeated in the response. A message without one is a notification.',
              examples: [1],
            },
            method: { type: 'string', description: 'A method of MCP.', examples: ['tools/list'] },
            params: {
              type: 'object',
              description: 'Parameters of the method.',
              additionalProperties: true,
              examples: [{}],
            },
          },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The response to a request.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['jsonrpc'],
            properties: {
              ...RPC,
              id: ID,
              result: {
                type: 'object',
                description: 'Result of the method. Left out if it failed.',
                additionalProperties: true,
                examples: [{ tools: [] }],
              },
              error: {
                type: 'object',
                description: 'The error. Left out if the method succeeded.',
                additionalProperties: true,
              },
            },
          },
        },
      },
    },
    202: { description: 'The notification was accepted.' },
    400: fault('The body is not a JSON-RPC message.'),
    401: refusal('Unauthorized'),
    403: refusal('Forbidden'),
    406: fault('The header Accept must name application/json and text/event-stream.'),
    413: refusal('TooLarge'),
    415: fault('The body is not JSON.'),
    429: refusal('TooManyRequests'),
    500: refusal('InternalError'),
    503: refusal('Unavailable'),
  },
};
