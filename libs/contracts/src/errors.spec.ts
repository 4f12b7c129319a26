import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, ERROR_STATUS, notFound } from './errors';

const API_PAGE = readFileSync(join(__dirname, '../../../docs/api.md'), 'utf8');

/** The rows of the table of errors in docs/api.md: a status and its codes. */
function documentedCodes(): Record<string, number> {
  const rows = [...API_PAGE.matchAll(/^\| (\d{3}) +\|(.*)\|$/gm)];
  return Object.fromEntries(
    rows.flatMap(([, status, cell = '']) =>
      [...cell.matchAll(/`([a-z_]+)`/g)].map(([, code]) => [code as string, Number(status)]),
    ),
  );
}

describe('error codes', () => {
  it('are listed in docs/api.md with their statuses', () => {
    expect(documentedCodes()).toEqual(ERROR_STATUS);
  });
});

describe('ApiError', () => {
  it('has the status of its code', () => {
    const error = new ApiError('webhook_limit_reached', 'No more.', { limit: 3 });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 422,
      code: 'webhook_limit_reached',
      message: 'No more.',
      details: { limit: 3 },
    });
  });

  it('has no details by default', () => {
    expect(new ApiError('forbidden', 'No.').details).toEqual({});
  });

  it('reports a missing object and another account’s object in the same words', () => {
    expect(notFound('review', 7)).toMatchObject({
      status: 404,
      code: 'not_found',
      message: 'No review with id 7 belongs to this sub account.',
    });
    expect(notFound('key', 7, { main: true }).message).toBe('No key with id 7 belongs to this account.');
  });
});
