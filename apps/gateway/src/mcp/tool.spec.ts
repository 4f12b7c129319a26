import type { ApiDocument } from '@plaudit/runtime';
import { inputSchemaOf, toolsOf, withoutFields } from './tool';
import type { ToolDefinition } from './definitions/tool-definition';

const DOCUMENT = {
  paths: {
    '/things/add/{id}': {
      post: {
        operationId: 'addThing',
        summary: 'Add a thing',
        'x-scope': 'reviews:write',
        parameters: [
          { name: 'id', in: 'path', required: true, description: 'A thing', schema: { type: 'integer' } },
          { name: 'verify', in: 'query', description: 'Checks it', schema: { type: 'boolean' } },
          { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } },
          { name: 'sid', in: 'cookie', schema: { type: 'string' } },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: {
          '201': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Made' } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', 'x-only-with': 'q' },
          part: { description: 'A part', anyOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }] },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
          free: { type: 'object', additionalProperties: true },
        },
      },
      Made: {
        type: 'object',
        description: 'What was made',
        required: ['id', 'logo'],
        properties: {
          id: { type: 'integer', example: 7 },
          logo: { type: 'string', description: 'A picture' },
          description: { type: 'string', format: 'date-time' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
        },
      },
      Part: { type: 'object', properties: { size: { type: 'number' } } },
      Tree: { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } },
    },
  },
} as unknown as ApiDocument;

const EFFECT = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
const ADD: ToolDefinition = {
  name: 'add_thing',
  operationId: 'addThing',
  effect: EFFECT,
  example: { id: 1 },
};

describe('toolsOf', () => {
  it('returns a tool with the method, path and scope of its operation', () => {
    expect(toolsOf(DOCUMENT, [ADD])).toMatchObject([
      {
        name: 'add_thing',
        title: 'Add a thing',
        description: 'Add a thing',
        method: 'POST',
        path: '/public/v1/things/add/{id}',
        scope: 'reviews:write',
      },
    ]);
  });

  it('leaves out a tool whose operation is not in the document', () => {
    const absent = { ...ADD, name: 'other', operationId: 'other' };
    expect(toolsOf(DOCUMENT, [absent, ADD]).map(({ name }) => name)).toEqual(['add_thing']);
  });

  it('prefers the title, the description and the argument descriptions of the definition', () => {
    const prose = { title: 'T', description: 'D', arguments: { id: 'An id', idempotency_key: 'A key' } };
    const [tool] = toolsOf(DOCUMENT, [{ ...ADD, ...prose }]);
    expect(tool).toMatchObject({ title: 'T', description: 'D' });
    expect(tool && inputSchemaOf(tool)).toMatchObject({
      properties: {
        id: { type: 'integer', description: 'An id' },
        verify: { description: 'Checks it' },
        idempotency_key: { description: 'A key' },
      },
    });
  });

  it('makes one object of a body that a field chooses', () => {
    const kind = (type: string, part: object): object => ({
      type: 'object',
      required: ['type'],
      properties: {
        type: { const: type },
        name: { type: 'string' },
        settings: { description: 'Its settings', ...part },
      },
    });
    const document = structuredClone(DOCUMENT);
    const reference = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });
    Object.assign(document.components.schemas, {
      Big: kind('big', reference('Part')),
      Small: kind('small', { anyOf: [reference('Part'), reference('Tree')] }),
      Thing: {
        oneOf: [reference('Big'), reference('Small')],
        discriminator: { propertyName: 'type', mapping: { big: '', small: '' } },
      },
    });
    const [tool] = toolsOf(document, [ADD]);
    const body = tool?.arguments.filter(({ place }) => place === 'body');
    expect(body).toMatchObject([
      { name: 'type', required: true, schema: { type: 'string', enum: ['big', 'small'] } },
      { name: 'name', required: false, schema: { type: 'string' } },
      {
        name: 'settings',
        schema: { type: 'object', additionalProperties: true, description: 'Its settings' },
      },
    ]);
  });

  it('ends a schema that contains itself', () => {
    const document = structuredClone(DOCUMENT);
    document.paths['/things/add/{id}']!.post!.requestBody!.content['application/json']!.schema = {
      $ref: '#/components/schemas/Tree',
    };
    const [tool] = toolsOf(document, [ADD]);
    expect(JSON.stringify(tool).length).toBeLessThan(5_000);
  });
});

describe('inputSchemaOf', () => {
  it('has the parameters, the header and the body without references, and allows nothing else', () => {
    const [tool] = toolsOf(DOCUMENT, [ADD]);
    const part = { type: 'object', properties: { size: { type: 'number' } } };
    expect(tool && inputSchemaOf(tool)).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer', description: 'A thing' },
        verify: { type: 'boolean', description: 'Checks it' },
        idempotency_key: { type: 'string', maxLength: 255 },
        name: { type: 'string' },
        part: { description: 'A part', anyOf: [part, { type: 'null' }] },
        parts: { type: 'array', items: part },
        free: { type: 'object', additionalProperties: true },
      },
      required: ['id', 'name'],
      additionalProperties: false,
      examples: [{ id: 1 }],
    });
  });
});

describe('the arguments of a tool', () => {
  it('lack those that its definition omits', () => {
    const [tool] = toolsOf(DOCUMENT, [{ ...ADD, omitsArguments: ['verify', 'idempotency_key', 'free'] }]);
    expect(tool?.arguments.map(({ name }) => name)).toEqual(['id', 'name', 'part', 'parts']);
  });
});

describe('the output of a tool', () => {
  it('is the schema of the response without omitted fields, prose, formats and references', () => {
    const [tool] = toolsOf(DOCUMENT, [{ ...ADD, omits: ['logo'] }]);
    expect(tool?.output).toEqual({
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'integer' },
        description: { type: 'string' },
        parts: { type: 'array', items: { type: 'object', properties: { size: { type: 'number' } } } },
      },
    });
  });
});

describe('withoutFields', () => {
  it('leaves out the fields at any depth', () => {
    const value = { logo: 'a', items: [{ logo: 'b', id: 1, meta: { logo: 'c', size: 2 } }], none: null };
    expect(withoutFields(value, ['logo'])).toEqual({ items: [{ id: 1, meta: { size: 2 } }], none: null });
  });
});
