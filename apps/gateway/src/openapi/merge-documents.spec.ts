import type { ServiceName } from '@plaudit/contracts';
import { type ApiDocument, type ApiOperation, type JsonSchema, operationsOf } from '@plaudit/runtime';
import { type DocumentPart, mergeDocuments } from './merge-documents';

const ok = (ref: string): ApiOperation['responses'] => ({
  200: {
    description: 'Done.',
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${ref}` } } },
  },
});

function part(
  service: ServiceName,
  paths: Record<string, [operationId: string, answers: string]>,
  schemas: Record<string, JsonSchema>,
): DocumentPart {
  const document: ApiDocument = {
    openapi: '3.1.0',
    info: { title: service, version: '0' },
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, [operationId, ref]]) => [
        path,
        { get: { operationId, 'x-scope': 'reviews:read', responses: ok(ref) } },
      ]),
    ),
    components: {
      schemas,
      responses: {},
      examples: {},
      securitySchemes: { basic: { type: 'http', scheme: 'basic' } },
    },
  };
  return { service, document };
}

const REVIEW: JsonSchema = { type: 'object', properties: { id: { type: 'integer', examples: [7] } } };
const SUCCESS: JsonSchema = {
  type: 'object',
  properties: { success: { type: 'boolean', examples: [true] } },
};
const reviews = part(
  'reviews',
  { '/public/v1/reviews/get/{id}': ['getReview', 'Review'] },
  { Review: REVIEW },
);

describe('mergeDocuments', () => {
  it('has the paths of every service below /public/v1, relative to the server /public/v1', () => {
    const widgets = part(
      'widgets',
      { '/public/v1/widgets/get': ['listWidgets', 'Success'], '/embed/v1/{file}': ['getScript', 'Script'] },
      { Success: SUCCESS, Script: { type: 'string' } },
    );
    const { document, clashes } = mergeDocuments([reviews, widgets]);
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.5.0' },
      servers: [{ url: '/public/v1' }],
      security: [{ basic: [] }, { bearer: [] }],
    });
    expect(Object.keys(document.paths)).toEqual(['/reviews/get/{id}', '/widgets/get']);
    expect(Object.keys(document.components.schemas)).toEqual(['Review', 'Success']);
    expect(document.paths['/reviews/get/{id}']?.get).toMatchObject({
      'x-scope': 'reviews:read',
      tags: ['Reviews'],
    });
    expect(document.tags?.map(({ name }) => name)).toEqual(['Reviews', 'Widgets']);
    expect(document).not.toHaveProperty('x-unavailable');
    expect(clashes).toEqual([]);
  });

  it('names the services whose documents are missing', () => {
    const { document } = mergeDocuments([reviews, { service: 'ai', document: null }]);
    expect(document['x-unavailable']).toEqual(['ai']);
    expect(Object.keys(document.paths)).toEqual(['/reviews/get/{id}']);
  });

  it('adds the paths of channels as profiles, with other operation ids', () => {
    const channels = part(
      'channels',
      { '/public/v1/channels/get': ['listChannels', 'Success'] },
      { Success: SUCCESS },
    );
    const reports = part(
      'reports',
      { '/public/v1/channels/rating_history/{id}': ['getRatingHistory', 'Success'] },
      { Success: SUCCESS },
    );
    const { document, clashes } = mergeDocuments([channels, reports]);
    expect(
      operationsOf(document).map(({ path, operation }) => [path, operation.operationId, operation.tags]),
    ).toEqual([
      ['/channels/get', 'listChannels', ['Channels']],
      ['/profiles/get', 'listProfiles', ['Profiles']],
      ['/channels/rating_history/{id}', 'getRatingHistory', ['Channels']],
      ['/profiles/rating_history/{id}', 'getRatingHistoryOfProfile', ['Profiles']],
    ]);
    expect(document.paths['/profiles/get']?.get?.responses).toEqual(
      document.paths['/channels/get']?.get?.responses,
    );
    expect(clashes).toEqual([]);
  });

  it('renames a schema whose name another service uses, and the references to it', () => {
    const page = { type: 'object', properties: { item: { $ref: '#/components/schemas/Item' } } };
    const first = part('reviews', { '/public/v1/reviews/a': ['a', 'Page'] }, { Page: page, Item: REVIEW });
    const second = part('channels', { '/public/v1/groups': ['b', 'Page'] }, { Page: page, Item: SUCCESS });
    const { document, clashes } = mergeDocuments([first, second]);
    expect(document.components.schemas).toEqual({
      Page: page,
      Item: REVIEW,
      ChannelsPage: { type: 'object', properties: { item: { $ref: '#/components/schemas/ChannelsItem' } } },
      ChannelsItem: SUCCESS,
    });
    expect(document.paths['/groups']?.get?.responses).toMatchObject(ok('ChannelsPage'));
    expect(clashes).toEqual(['schema Item of channels', 'schema Page of channels']);
  });

  it('has the requests that services send, their schemas, and their guides behind the introduction', () => {
    const sent = { description: 'Taken.' };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } };
    const post = { operationId: 'onItem', requestBody: { content }, responses: { '2XX': sent } };
    const { document } = part('webhooks', {}, { Item: SUCCESS, Unused: SUCCESS });
    const webhooks = {
      ...document,
      webhooks: { 'item.added': { post } },
      'x-guide': '# Guide',
    } as ApiDocument;
    const other = part('reviews', { '/public/v1/reviews/a': ['a', 'Item'] }, { Item: REVIEW });
    const merged = mergeDocuments([other, { service: 'webhooks', document: webhooks }]).document;
    expect(merged.webhooks?.['item.added']?.post?.requestBody?.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/WebhooksItem',
    });
    expect(merged.components.schemas).toEqual({ Item: REVIEW, WebhooksItem: SUCCESS });
    expect(merged.info.description).toMatch(/^Collects [\s\S]*\n\n# Guide$/);
    expect(merged).not.toHaveProperty('x-guide');
  });

  it('copies filters and responses to an operation that is marked x-like', () => {
    const widgets = part(
      'widgets',
      { '/public/v1/widgets/{id}/reviews': ['listWidgetReviews', 'Nothing'] },
      { Nothing: { type: 'object' } },
    );
    const before = structuredClone(widgets);
    const list = widgets.document?.paths['/public/v1/widgets/{id}/reviews']?.get as ApiOperation;
    const id = { name: 'id', in: 'path' as const, required: true };
    const limit = { name: 'limit', in: 'query' as const };
    Object.assign(list, { 'x-like': 'getReview', parameters: [id] });
    const model = structuredClone(reviews);
    Object.assign(model.document?.paths['/public/v1/reviews/get/{id}']?.get as ApiOperation, {
      parameters: [id, limit],
    });
    const { document } = mergeDocuments([widgets, model]);
    const merged = document.paths['/widgets/{id}/reviews']?.get;
    expect(merged).not.toHaveProperty('x-like');
    expect(merged?.parameters).toEqual([id, limit]);
    expect(merged?.responses).toMatchObject(ok('Review'));
    expect(list.responses).toEqual(before.document?.paths['/public/v1/widgets/{id}/reviews']?.get?.responses);
    const alone = mergeDocuments([widgets]).document.paths['/widgets/{id}/reviews']?.get;
    expect(alone?.responses).toMatchObject(ok('Nothing'));
  });

  it('reports operation ids that occur twice', () => {
    const again = part('channels', { '/public/v1/groups': ['getReview', 'Review'] }, { Review: REVIEW });
    expect(mergeDocuments([reviews, again]).clashes).toEqual(['operationId getReview']);
  });

  it('builds complete examples from those of the properties', () => {
    const { document } = mergeDocuments([reviews]);
    expect(document.paths['/reviews/get/{id}']?.get?.responses[200]).toMatchObject({
      content: { 'application/json': { example: { id: 7 } } },
    });
  });

  it('returns the same document for the parts in any order, and does not change them', () => {
    const before = structuredClone(reviews);
    const widgets = part(
      'widgets',
      { '/public/v1/widgets/get': ['listWidgets', 'Success'] },
      { Success: SUCCESS },
    );
    expect(JSON.stringify(mergeDocuments([widgets, reviews]))).toBe(
      JSON.stringify(mergeDocuments([before, widgets])),
    );
    expect(reviews).toEqual(before);
  });
});
