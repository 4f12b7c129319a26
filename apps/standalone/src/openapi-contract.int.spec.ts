import { type ApiDocument, type ApiOperation, operationsOf } from '@plaudit/runtime';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import type { Endpoint } from './contract/endpoint.suite';
import { ENDPOINTS } from './contract/endpoints.suite';
import { answerOf, fieldsOf, problemsWith, resolve } from './contract/schema-fields.suite';
import { undescribed } from './contract/undescribed.suite';
import { mergedOpenApi } from './merged-openapi';

/** The POST operations that make no object. A sign-in link is used up, so a repeat needs a new one. */
const CREATES_NOTHING: readonly string[] = [
  'POST /account/ai/test',
  'POST /account/vanity_url/verify',
  'POST /channels/ai/summary/{id}',
  'POST /channels/authorize_url',
  'POST /channels/check',
  'POST /channels/discover',
  'POST /channels/refresh/{id}',
  'POST /invite/fuses/decide/{id}',
  'POST /invite/requests/send/{id}',
  'POST /invite/requests/stop_sequence/{id}',
  'POST /invite/sending/retry',
  'POST /invite/suppressions/undo',
  'POST /login/get_url',
  'POST /mcp',
  'POST /privacy/erase',
  'POST /reviews/ai/reply/{id}',
  'POST /reviews/ai/tags/{id}',
  'POST /sources/{id}/merge',
  'POST /tags/{id}/merge',
  'POST /users/{id}/invite',
  'POST /webhooks/recover/{id}',
  'POST /webhooks/redeliver/{delivery_id}',
  'POST /webhooks/test/{id}',
  'POST /widgets/preview',
  'POST /widgets/showing',
];

/** Adds the aliases: every path of channels also exists as one of profiles. */
function withAliases(endpoints: readonly Endpoint[]): Endpoint[] {
  const aliases = endpoints
    .filter(({ at }) => at.includes(' /channels/'))
    .map((endpoint) => ({ ...endpoint, at: endpoint.at.replace(' /channels/', ' /profiles/') }));
  return [...endpoints, ...aliases];
}

describe('the merged OpenAPI document', () => {
  let document: ApiDocument;
  let operations: Map<string, ApiOperation>;

  beforeAll(async () => {
    ({ document } = await mergedOpenApi());
    operations = new Map(
      operationsOf(document).map(({ method, path, operation }) => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    );
  });

  const table = withAliases(ENDPOINTS);

  describe('follows the contract', () => {
    it.each(table.map((endpoint) => [endpoint.at, endpoint] as const))('for %s', (at, endpoint) => {
      const operation = operations.get(at);
      expect(operation ? problemsOf(document, operation, endpoint) : [`there is no ${at}`]).toEqual([]);
    });

    it('and every POST that creates something takes an Idempotency-Key', () => {
      const keyless = [...operations]
        .filter(([at]) => at.startsWith('POST '))
        .filter(([, { parameters = [] }]) => !parameters.some(({ name }) => name === 'Idempotency-Key'))
        .map(([at]) => at.replace(' /profiles/', ' /channels/'));
      expect(new Set(keyless)).toEqual(new Set(CREATES_NOTHING));
    });

    it('and has no operation beside its table', () => {
      const known = new Set(table.map(({ at }) => at));
      expect([...operations.keys()].filter((at) => !known.has(at))).toEqual([]);
    });
  });

  describe('is complete for clients', () => {
    it('has every component that it refers to, and no other', () => {
      const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(
        ([, name]) => name as string,
      );
      const { schemas, responses, headers = {}, examples } = document.components;
      const there = Object.entries({ schemas, responses, headers, examples }).flatMap(([kind, parts]) =>
        Object.keys(parts).map((name) => `${kind}/${name}`),
      );
      expect([...new Set(references)].sort()).toEqual(there.sort());
    });

    it('has an id, a summary, a description, a tag and a scope for every operation', () => {
      for (const [at, operation] of operations) {
        expect({ at, ...operation }).toMatchObject({
          operationId: expect.stringMatching(/^[a-z][A-Za-z]+$/),
          summary: expect.stringMatching(/\w/),
          // Says more than that unknown fields are ignored.
          description: expect.stringMatching(/^(?!Unknown body fields)[A-Z`].+\.$/s),
          tags: [expect.stringMatching(/^[A-Z]/)],
          'x-scope': expect.stringMatching(/^(\w+:\w+|public)$/),
        });
      }
      const ids = [...operations.values()].map(({ operationId }) => operationId);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('describes every tag', () => {
      for (const tag of document.tags ?? []) expect(tag.description).toMatch(/\w/);
    });

    it('describes every field and every parameter with an example', () => {
      expect(undescribed(document)).toEqual([]);
    });

    it('leaves fields that need a parameter out of its examples', () => {
      const fields = [
        ...JSON.stringify(document.components.schemas).matchAll(/"(\w+)":\{[^{}]*"x-only-with"/g),
      ];
      // Other objects may have such a field always, as null without the parameter.
      const names = new Set(fields.map(([, name]) => name));
      const values = [...names].map((name) => new RegExp(`"${name}":(?!null)`));
      expect(values).toHaveLength(7);
      for (const [at, , example] of examplesIn(document, operations)) {
        // Its `translation` is the settings of a translator.
        if (at === 'GET /account/ai') continue;
        const shown = values.filter((value) => value.test(JSON.stringify(example)));
        expect({ at, shown }).toEqual({ at, shown: [] });
      }
    });

    it.each([
      ['POST /keys', 201, { last_used_on: null }],
      [
        'POST /channels/add',
        200,
        { channel: { status: 'pending', collected_reviews: 0, last_checked: null } },
      ],
      ['POST /reviews/add', 200, { review: { type: 'custom', channel_id: null, source_id: 7 } }],
      [
        'POST /invite/requests/add',
        200,
        { request: { status: 'pending', attempts: 0, sent_on: null, open_count: 0 } },
      ],
      ['POST /webhooks/add', 201, { health: { state: 'new', last_success_on: null } }],
      ['POST /widgets/add', 201, { last_seen_on: null }],
    ])('has an example of %s whose new object has no history', (at, status, expected) => {
      const answer = answerOf(document, operations.get(at)!, status);
      expect(answer?.content?.['application/json']?.example).toMatchObject(expected);
    });

    it('names the headers of every response', () => {
      for (const [at, operation] of operations) {
        for (const status of Object.keys(operation.responses)) {
          const described = answerOf(document, operation, Number(status))?.headers ?? {};
          expect(JSON.stringify(described)).not.toContain('"example":');
          const headers = Object.keys(described);
          const retry = ['429', '503'].includes(status) ? ['Retry-After'] : [];
          expect({ at, status, headers }).toMatchObject({
            headers: expect.arrayContaining(['X-Request-Id', 'X-Api-Version', ...retry]),
          });
        }
      }
    });

    it('declares that only GET /openapi.json needs no key', () => {
      const open = [...operations].filter(([, { security }]) => security).map(([at]) => at);
      expect(open).toEqual(['GET /openapi.json']);
    });

    it('has no keyword of OpenAPI 3.0', () => {
      const text = JSON.stringify(document.components.schemas) + JSON.stringify(document.paths);
      expect(text).not.toMatch(/"nullable":|"exclusive(Min|Max)imum":(true|false)/);
    });

    it('has valid schemas, and examples that match them', () => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      ajv.addSchema({ ...document, $id: 'api' });
      const compiled = new Map<string, ValidateFunction>();
      const wrong: string[] = [];
      for (const [at, schema, example] of examplesIn(document, operations)) {
        const text = JSON.stringify(schema);
        const valid = compiled.get(text) ?? ajv.compile(inDocument(schema));
        compiled.set(text, valid);
        if (!valid(example)) wrong.push(`${at}: ${ajv.errorsText(valid.errors)}`);
      }
      expect(wrong).toEqual([]);
    });

    it('has an example for every request and response body', () => {
      const without = [...operations].flatMap(([at, { requestBody, responses }]) => {
        const answers = Object.keys(responses).map(
          (status) => [`${at} ${status}`, answerOf(document, operations.get(at)!, Number(status))] as const,
        );
        return [[`${at} body`, requestBody] as const, ...answers].flatMap(([place, part]) =>
          Object.values(part?.content ?? {})
            .filter(({ example, examples }) => example === undefined && !examples)
            .map(() => place),
        );
      });
      // The document cannot be its own example.
      expect(without).toEqual(['GET /openapi.json 200']);
    });
  });
});

function problemsOf(document: ApiDocument, operation: ApiOperation, endpoint: Endpoint): string[] {
  const { status = 200, query, body, answer, once = false } = endpoint;
  const successes = Object.keys(operation.responses).filter((code) => code.startsWith('2'));
  const given = operation.parameters ?? [];
  const queries = {
    properties: Object.fromEntries(
      given.filter(({ in: place }) => place === 'query').map(({ name, schema }) => [name, schema ?? true]),
    ),
  };
  const sent = operation.requestBody?.content['application/json']?.schema;
  const answered = answerOf(document, operation, status)?.content?.['application/json']?.schema;
  const accepts = given.some(({ name }) => name === 'Idempotency-Key');
  return [
    ...(successes[0] === String(status) ? [] : [`answers ${successes.join()}, not ${status}`]),
    ...problemsWith(document, fieldsOf(query), queries, 'the query'),
    ...problemsWith(document, fieldsOf(body), sent, 'the body'),
    ...problemsWith(
      document,
      fieldsOf(answer),
      answer?.startsWith('[]') ? resolve(document, answered).items : answered,
      'the answer',
    ),
    ...(once && !accepts ? ['does not take an Idempotency-Key'] : []),
    ...unmatchedIds(endpoint.at, given),
  ];
}

function unmatchedIds(at: string, given: NonNullable<ApiOperation['parameters']>): string[] {
  const names = [...at.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return names
    .filter((name) => !given.some((parameter) => parameter.in === 'path' && parameter.name === name))
    .map((name) => `has no parameter ${name}`);
}

type Example = [at: string, schema: object | boolean, example: unknown];

function examplesIn(document: ApiDocument, operations: ReadonlyMap<string, ApiOperation>): Example[] {
  return [...operations].flatMap(([at, operation]) => {
    const answers = Object.keys(operation.responses).map((status) =>
      answerOf(document, operation, Number(status)),
    );
    return [operation.requestBody, ...answers].flatMap((part) =>
      Object.values(part?.content ?? {}).flatMap(({ schema = true, example, examples = {} }): Example[] => [
        ...(example === undefined ? [] : [[at, schema, example] as Example]),
        ...Object.keys(examples).map((name): Example => [
          `${at} ${name}`,
          schema,
          document.components.examples[name]?.value,
        ]),
      ]),
    );
  });
}

/** Returns the schema with references into the document that was added to ajv as `api`. */
function inDocument(schema: object | boolean): object | boolean {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/')) as object | boolean;
}
