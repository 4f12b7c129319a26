import { ApiError, wireDateOrNull } from '@plaudit/contracts';

export interface RefreshState {
  /** A crawl of the channel is due or in progress. */
  queued: boolean;
  last_checked: Date | null;
  refreshed_on: Date | null;
}

function minutesLeft(state: RefreshState, limitMinutes: number, now: Date): number {
  const last = Math.max(state.last_checked?.getTime() ?? 0, state.refreshed_on?.getTime() ?? 0);
  return Math.ceil((last + limitMinutes * 60_000 - now.getTime()) / 60_000);
}

/**
 * Throws 429 `refresh_queued` if a crawl is queued, and 429 `refresh_too_soon` if the last crawl or refresh is less
 * than `limitMinutes` old.
 */
export function assertRefreshable(state: RefreshState, limitMinutes: number, now: Date): void {
  const left = minutesLeft(state, limitMinutes, now);
  const details = {
    queued: false,
    last_checked: wireDateOrNull(state.last_checked),
    retry_after_minutes: Math.max(1, left),
  };
  if (state.queued) {
    throw new ApiError(
      'refresh_queued',
      'The channel is queued for a crawl already; its reviews appear shortly.',
      details,
    );
  }
  if (left > 0) {
    const msg = `The channel was refreshed or crawled less than ${limitMinutes} minutes ago; try again in ${left} min.`;
    throw new ApiError('refresh_too_soon', msg, details);
  }
}
