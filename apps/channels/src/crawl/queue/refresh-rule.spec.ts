import type { ApiError } from '@plaudit/contracts';
import { assertRefreshable, type RefreshState } from './refresh-rule';

const NOW = new Date('2026-11-21T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const rested: RefreshState = { queued: false, last_checked: minutesAgo(361), refreshed_on: null };

function refusal(state: RefreshState, limit = 360): Pick<ApiError, 'code' | 'details'> | null {
  try {
    assertRefreshable(state, limit, NOW);
    return null;
  } catch (error) {
    return error as ApiError;
  }
}

describe('assertRefreshable', () => {
  it('accepts a channel that was not crawled or refreshed for six hours', () => {
    expect(refusal(rested)).toBeNull();
    expect(refusal({ ...rested, last_checked: minutesAgo(360) })).toBeNull();
    expect(refusal({ queued: false, last_checked: null, refreshed_on: null })).toBeNull();
  });

  it('refuses a channel that was crawled less than six hours ago, and returns the remaining minutes', () => {
    expect(refusal({ ...rested, last_checked: minutesAgo(60.5) })).toMatchObject({
      code: 'refresh_too_soon',
      details: { queued: false, last_checked: '2026-11-21 10:59:30', retry_after_minutes: 300 },
    });
  });

  it('refuses a channel that was refreshed less than six hours ago', () => {
    expect(refusal({ ...rested, refreshed_on: minutesAgo(1) })).toMatchObject({
      code: 'refresh_too_soon',
      details: { retry_after_minutes: 359 },
    });
  });

  it('refuses a queued channel even with a limit of 0', () => {
    const queued = { queued: true, last_checked: null, refreshed_on: null };
    expect(refusal(queued, 0)).toMatchObject({
      code: 'refresh_queued',
      details: { queued: false, last_checked: null, retry_after_minutes: 1 },
    });
  });

  it('accepts any channel that is not queued with a limit of 0', () => {
    expect(refusal({ ...rested, last_checked: NOW, refreshed_on: NOW }, 0)).toBeNull();
  });
});
