import { filtersIn } from './audit-filters';

describe('the filters of the audit log in an address', () => {
  it('are those that the API knows', () => {
    expect(
      filtersIn({
        action: 'user.signed_in',
        actor_type: 'user',
        actor_id: '21',
        target_type: 'key',
        target_id: '31',
        since: '2026-01-01',
        until: '2026-01-31',
        page: '2',
      }),
    ).toEqual({
      action: 'user.signed_in',
      actor_type: 'user',
      actor_id: 21,
      target_type: 'key',
      target_id: 31,
      since: '2026-01-01',
      until: '2026-01-31',
    });
  });

  it('leave out what the API would refuse', () => {
    expect(
      filtersIn({
        actor_type: 'robot',
        actor_id: '1',
        target_id: '2',
        since: 'yesterday',
        until: '2026-13-01',
      }),
    ).toEqual({});
    expect(filtersIn({ actor_type: 'key', actor_id: '-1' })).toEqual({ actor_type: 'key' });
  });
});
