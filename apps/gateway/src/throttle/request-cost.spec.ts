import { requestCost } from './request-cost';

describe('requestCost', () => {
  it.each([
    ['/public/v1/reviews/get', '', 1],
    ['/public/v1/reviews/get', 'limit=100&q=translate', 1],
    ['/public/v1/reviews/get', 'translate=fr', 5],
    ['/public/v1/reviews/get', 'limit=5&translate=fr', 5],
    ['/public/v1/reviews/get', 'translate=', 1],
    ['/public/v1/reviews/get', 'tr%61nslate=fr', 5],
    ['/public/v1/reviews/get', 'q=100%', 1],
    ['/public/v1/reviews/add_bulk', '', 5],
    ['/public/v1/invite/requests/add_bulk', '', 5],
    ['/public/v1/reviews/add', '', 1],
  ])('charges %s?%s %i tokens', (path, query, cost) => {
    expect(requestCost(path, query)).toBe(cost);
  });
});
