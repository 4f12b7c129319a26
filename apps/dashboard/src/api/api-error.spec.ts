import { PlauditError } from '@plaudit/client';
import { shownError } from './api-error';

const refusal = (status: number): PlauditError =>
  PlauditError.of(
    new Response(null, { status }),
    { success: false, msg: 'Not now.', code: 'internal', request_id: 'r-7' },
    null,
  );

describe('shownError', () => {
  it('writes the id of the request behind the words of a fault of the server', () => {
    expect(shownError(refusal(503))).toMatchObject({ msg: 'Not now. (r-7)', requestId: null });
  });

  it('keeps the id apart from the words of another refusal', () => {
    expect(shownError(refusal(409))).toMatchObject({ msg: 'Not now.', requestId: 'r-7' });
  });

  it('has no words for a request without a response', () => {
    expect(shownError(new TypeError('fetch failed'))).toMatchObject({ msg: null, requestId: null });
  });
});
