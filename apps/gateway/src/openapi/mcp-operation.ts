import type { ApiOperation, ApiResponse } from '@plaudit/runtime';

const RPC = { jsonrpc: { const: '2.0', description: 'The version of JSON-RPC.' } };
const ID = { type: ['string', 'number', 'null'], description: 'That of the request.', examples: [1] };
const FAULT = {
  type: 'object',
  required: ['jsonrpc', 'error'],
  properties: {
    ...RPC,
    id: { ...ID, description: 'That of the request; null when it could not be read.', examples: [null] },
    error: {
      type: 'object',
      description: 'What was wrong with the message.',
      required: ['code', 'message'],
      properties: {
        code: { type: 'integer', description: 'As JSON-RPC numbers its faults.', examples: [-32_700] },
        message: {
          type: 'string',
          description: 'One sentence for people.',
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

/** MCP is no controller's operation, because its faults are those of JSON-RPC; this is what there is to say of it. */
export const MCP_OPERATION: ApiOperation = {
  operationId: 'callMcp',
  summary: 'Model Context Protocol over streamable HTTP: one JSON-RPC message, one answer, no session',
  description: 'Each tool is one operation of this API and needs the same scope.',
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
              description: 'Comes back with the answer; a message without one is a notification.',
              examples: [1],
            },
            method: { type: 'string', description: 'A method of MCP.', examples: ['tools/list'] },
            params: {
              type: 'object',
              description: 'What the method takes.',
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
      description: 'The answer to a request.',
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
                description: 'What the method answers; left out when it failed.',
                additionalProperties: true,
                examples: [{ tools: [] }],
              },
              error: {
                type: 'object',
                description: 'Why it failed; left out when it did not.',
                additionalProperties: true,
              },
            },
          },
        },
      },
    },
    202: { description: 'A notification was taken.' },
    400: fault('Not a JSON-RPC message.'),
    401: refusal('Unauthorized'),
    403: refusal('Forbidden'),
    406: fault('The header Accept must have application/json and text/event-stream.'),
    413: refusal('TooLarge'),
    415: fault('The body is not JSON.'),
    429: refusal('TooManyRequests'),
    500: refusal('InternalError'),
    503: refusal('Unavailable'),
  },
};
