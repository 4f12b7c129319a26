import { PlauditError } from '@plaudit/client';
import { hasFailed } from './recovery';

const refusal = (status: number): PlauditError =>
  PlauditError.of(
    new Response(null, { status }),
    { success: false, msg: 'Not now.', code: 'internal' },
    null,
  );
const query = (error: Error | null, fetchStatus: 'idle' | 'fetching' = 'idle') =>
  ({ state: { error, fetchStatus } }) as Parameters<typeof hasFailed>[0];

describe('hasFailed', () => {
  it.each([
    ['a query without a response', query(new TypeError('Failed to fetch')), true],
    ['a query of a service that is away', query(refusal(503)), true],
    ['a query that was sent too often', query(refusal(429)), true],
    ['a query of what does not exist', query(refusal(404)), false],
    ['a query that loads again already', query(refusal(503), 'fetching'), false],
    ['a query that loaded', query(null), false],
  ])('is right for %s', (_what, failed, expected) => {
    expect(hasFailed(failed)).toBe(expected);
  });
});
