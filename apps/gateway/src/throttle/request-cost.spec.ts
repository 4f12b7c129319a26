import { prepaidRequestCost, publicRequestCost, requestCost } from './request-cost';

describe('requestCost', () => {
  it.each([
    ['GET', '/public/v1/reviews/get', '', 1],
    ['GET', '/public/v1/reviews/get', 'limit=100&q=translate', 1],
    ['GET', '/public/v1/reviews/get', 'translate=fr', 5],
    ['GET', '/public/v1/reviews/get', 'limit=5&translate=fr', 5],
    ['GET', '/public/v1/reviews/get', 'translate=', 1],
    ['GET', '/public/v1/reviews/get', 'tr%61nslate=fr', 5],
    ['GET', '/public/v1/reviews/get', 'q=100%', 1],
    ['POST', '/public/v1/reviews/add_bulk', '', 5],
    ['POST', '/public/v1/invite/requests/add_bulk', '', 5],
    ['PUT', '/public/v1/reviews/update_bulk', '', 5],
    ['POST', '/public/v1/channels/import', '', 5],
    ['POST', '/public/v1/channels/import/42', '', 5],
    ['GET', '/public/v1/reviews/export', 'format=csv', 5],
    ['GET', '/public/v1/reviews/counts', '', 1],
    ['GET', '/public/v1/reviews/counts', 'facets=language&facet_status=inbox', 5],
    ['POST', '/public/v1/reviews/add', '', 1],
    ['POST', '/public/v1/mcp', '', 1],
    ['GET', '/public/v1/mcp', '', 0],
  ])('charges %s %s?%s %i tokens', (method, path, query, cost) => {
    expect(requestCost(method, path, query)).toBe(cost);
  });
});

describe('prepaidRequestCost', () => {
  it('charges what the MCP message has not cost yet', () => {
    expect(prepaidRequestCost('GET', '/public/v1/reviews/get', '')).toBe(0);
    expect(prepaidRequestCost('GET', '/public/v1/reviews/get', 'translate=fr')).toBe(4);
  });
});

describe('publicRequestCost', () => {
  it.each([
    ['/embed/v1/widgets/w_1/reviews', 'q=bread', 40],
    ['/embed/v1/widgets/w_1/reviews', 'limit=5&%71=bread', 40],
    ['/embed/v1/widgets/w_1/reviews', 'q=', 1],
    ['/embed/v1/widgets/w_1/reviews', 'limit=5', 1],
    ['/embed/v1/widgets/w_1/reviews', 'sort=oldest&q=bread', 40],
    ['/embed/v1/widgets/w_1/reviews', 'sort=oldest', 5],
    ['/embed/v1/widgets/w_1/reviews', 'pl%61tform=any', 5],
    ['/embed/v1/widgets/w_1/reviews', 'limit=5&rating=4,5', 5],
    ['/embed/v1/widgets/w_1/reviews', 'cursor=x', 5],
    ['/embed/v1/widgets/w_1/reviews', 'sort=&lang=de', 1],
    ['/embed/v1/widgets/w_1.json', '', 1],
    ['/app/sign-in', 'q=bread', 1],
  ])('charges %s?%s %i tokens', (path, query, cost) => {
    expect(publicRequestCost(path, query)).toBe(cost);
  });
});
