import { requestResponse } from './request-response';
import type { RequestRow } from './request-rows';

const AT = new Date('2026-06-01T08:00:00.987Z');
const ROW = {
  id: 7,
  type: 'email',
  status: 'failed',
  schedule: AT,
  send_at: null,
  data: {},
  error_code: 'hard_bounce',
  error_msg: null,
  created_on: AT,
  updated_on: AT,
  recipient_key: Buffer.from('secret'),
  lease_id: 'secret',
  author_key: 'secret',
} as unknown as RequestRow;

describe('requestResponse', () => {
  it('shows dates as records do, and an error with its code', () => {
    expect(requestResponse(ROW)).toMatchObject({
      id: 7,
      schedule: '2026-06-01 08:00:00',
      send_at: null,
      error: { code: 'hard_bounce', msg: 'hard_bounce' },
      cancelled_on: null,
    });
    expect(requestResponse({ ...ROW, error_code: null }).error).toBeNull();
  });

  it('shows nothing internal', () => {
    expect(JSON.stringify(requestResponse(ROW))).not.toContain('secret');
  });
});
