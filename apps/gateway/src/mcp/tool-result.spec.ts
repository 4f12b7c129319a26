import { ApiError } from '@plaudit/contracts';
import { codeOf, toApiResponse, toToolResult } from './tool-result';

describe('toToolResult', () => {
  it('returns the body once, as structured content', () => {
    expect(toToolResult({ status: 200, body: { count: 1, items: [] } }, true)).toEqual({
      content: [{ type: 'text', text: 'The result is in structuredContent.' }],
      structuredContent: { count: 1, items: [] },
    });
  });

  it('returns the body once, as text, to a client that reads no structured content', () => {
    expect(toToolResult({ status: 200, body: { count: 1, items: [] } }, false)).toEqual({
      content: [{ type: 'text', text: '{"count":1,"items":[]}' }],
    });
  });

  it.each([[[1, 2]], ['x'], [null]])('wraps %j in an object, which the protocol requires', (body) => {
    expect(toToolResult({ status: 200, body }, true)).toMatchObject({ structuredContent: { result: body } });
  });

  it.each([true, false])(
    'returns an error of the API with its status as text, structured or not: %s',
    (structured) => {
      const body = { success: false, msg: 'text is required.', code: 'missing_field', field: 'text' };
      expect(toToolResult({ status: 400, body }, structured)).toEqual({
        isError: true,
        content: [{ type: 'text', text: JSON.stringify({ status: 400, ...body }) }],
      });
    },
  );
});

describe('toApiResponse', () => {
  it('returns an error of the gateway in the format of the API', () => {
    expect(toApiResponse(new ApiError('missing_field', 'id is required.', { field: 'id' }), 'r-1')).toEqual({
      status: 400,
      body: { success: false, msg: 'id is required.', code: 'missing_field', field: 'id', request_id: 'r-1' },
    });
  });

  it('says when to repeat a call that is refused for a moment', () => {
    const { body } = toApiResponse(new ApiError('upstream_unavailable', 'Try again shortly.'), 'r-1');
    expect(body).toMatchObject({ code: 'upstream_unavailable', retry_after_seconds: 2 });
  });
});

describe('codeOf', () => {
  it.each([
    [{ status: 404, body: { code: 'not_found' } }, 'not_found'],
    [{ status: 200, body: { code: 'x' } }, null],
    [{ status: 500, body: { code: 7 } }, null],
    [{ status: 500, body: null }, null],
  ])('of %j returns %s', (response, code) => {
    expect(codeOf(response)).toBe(code);
  });
});
