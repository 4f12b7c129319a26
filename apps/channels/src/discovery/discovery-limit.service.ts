import { Injectable } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { DiscoveryDaysRepository } from './discovery-days.repository';

/** Discoveries of one account on one UTC day. */
export const MAX_DISCOVERIES = 30;

const DAY_MS = 86_400_000;

/** Counts the discoveries of each account that worked, because they use up the operator's quota at the platforms. */
@Injectable()
export class DiscoveryLimitService {
  constructor(
    private readonly days: DiscoveryDaysRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs a search and counts it if `worked` says so. It is counted before it begins, so that searches at the same time keep to the
   * limit, and taken back if it did not work or threw. Throws 429 `discovery_limit_reached` if the account has used all of today.
   */
  async counted<T>(
    { account_id }: Principal,
    search: () => Promise<T>,
    worked: (found: T) => boolean,
  ): Promise<T> {
    const now = this.clock.now();
    const day = now.toISOString().slice(0, 10);
    if (!(await this.days.take(account_id, day, MAX_DISCOVERIES))) throw limitReached(now);
    let hasWorked = false;
    try {
      const found = await search();
      hasWorked = worked(found);
      return found;
    } finally {
      if (!hasWorked) await this.days.giveBack(account_id, day);
    }
  }
}

function limitReached(now: Date): ApiError {
  const msg = `All ${MAX_DISCOVERIES} discoveries of today are used; try again tomorrow (UTC).`;
  return new ApiError('discovery_limit_reached', msg, {
    limit: MAX_DISCOVERIES,
    used: MAX_DISCOVERIES,
    retry_after_seconds: Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000),
  });
}
