import { errorSections, STATUS_GUIDE } from './error-guide';
import { ApiError, ERROR_STATUS, notFound } from './errors';

const SENTENCES = /^[A-Z`].*\.$/;

describe('errorSections', () => {
  it('has every code once, under its status', () => {
    const listed = errorSections().flatMap(({ status, errors }) => errors.map(({ code }) => [code, status]));
    expect(listed).toHaveLength(Object.keys(ERROR_STATUS).length);
    expect(Object.fromEntries(listed)).toEqual(ERROR_STATUS);
  });

  it('says in whole sentences what a status and a code mean and what to do', () => {
    for (const { status, meaning, errors } of errorSections()) {
      expect({ status, meaning }).toEqual({ status, meaning: expect.stringMatching(SENTENCES) });
      for (const error of errors) {
        const sentences = expect.stringMatching(SENTENCES) as string;
        expect(error).toEqual({ code: error.code, meaning: sentences, remedy: sentences });
      }
    }
    const statuses = errorSections().map(({ status }) => String(status));
    expect(Object.keys(STATUS_GUIDE)).toEqual(statuses);
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
