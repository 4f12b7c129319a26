import { type ApiDocument, type JsonSchema, openApiDocument, type SchemaObject } from '@plaudit/runtime';
import { reviewsService } from '../service';
import { type ReviewsWorld, startReviewsWorld } from './reviews-world.suite';

const ADD = '/public/v1/reviews/add';
const BULK = '/public/v1/reviews/add_bulk';

describe('the examples of the OpenAPI document', () => {
  let world: ReviewsWorld;
  let document: ApiDocument;

  beforeAll(async () => {
    world = await startReviewsWorld();
    document = await openApiDocument(reviewsService);
  });
  afterAll(() => world.close());

  const propertiesOf = (schema: string): Record<string, JsonSchema> =>
    (document.components.schemas[schema] as SchemaObject).properties ?? {};
  const exampleOf = (property: JsonSchema | undefined): unknown => (property as SchemaObject).examples?.[0];
  /** The example body of the API reference. */
  const exampleBody = (schema: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(propertiesOf(schema)).map(([name, property]) => [name, exampleOf(property)]),
    );

  it('show the real response to the example of POST /reviews/add', async () => {
    const { body: source } = await world.client.post('reviews', '/public/v1/sources/add', {
      body: { name: 'Trade fair' },
    });
    const body = { ...exampleBody('ReviewCreateInput'), source_id: source.id as number };
    const { status, body: added } = await world.client.post('reviews', ADD, { body });
    expect(status).toBe(200);
    const example = exampleOf(propertiesOf('AddedReview').review) as { tags: object[] };
    const { id, created_on, updated_on, tags } = added.review as Record<string, unknown>;
    expect(added.review).toEqual({ ...example, id, source_id: source.id, created_on, updated_on, tags });
    expect(tags).toMatchObject(example.tags.map((tag) => ({ ...tag, id: expect.any(Number) })));
  });

  it.each([
    ['bulk_empty', BULK, () => ({ reviews: [] })],
    ['bulk_too_large', BULK, () => ({ reviews: Array(501).fill({}) })],
    [
      'unknown_source',
      ADD,
      () => ({ ...exampleBody('ReviewCreateInput'), text: 'Other.', source_id: 4711_000 }),
    ],
    ['duplicate_review', ADD, () => ({ from_name: 'Nick', text: 'Twice.', posted_on: '2026-01-31' })],
  ])('show the real error for %s', async (code, path, body) => {
    if (code === 'duplicate_review') await world.client.post('reviews', ADD, { body: body() });
    const { body: refused } = await world.client.post('reviews', path, { body: body() });
    const example = document.components.examples[code]?.value as { msg: string };
    const anyId = (msg: unknown): string => String(msg).replace(/\b(review|source_id) \d+/, '$1 #');
    const anyNumber: unknown = expect.any(Number);
    expect({ ...refused, request_id: '', msg: anyId(refused.msg) }).toEqual({
      ...example,
      request_id: '',
      msg: anyId(example.msg),
      ...(code === 'duplicate_review' ? { existing_id: anyNumber } : {}),
    });
  });
});
