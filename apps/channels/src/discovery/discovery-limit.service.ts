import { Injectable } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { DiscoveryDaysRepository } from './discovery-days.repository';

/** Discoveries of one account on one UTC day. */
export const MAX_DISCOVERIES = 30;

const DAY_MS = 86_400_000;

/** Counts the discoveries of each account, because they use up the operator's quota at the platforms. */
@Injectable()
export class DiscoveryLimitService {
  constructor(
    private readonly days: DiscoveryDaysRepository,
    private readonly clock: Clock,
  ) {}

  /** Counts a discovery. Throws 429 `discovery_limit_reached` if the account has used all of today. */
  async take({ account_id }: Principal): Promise<void> {
    const now = this.clock.now();
    if (await this.days.take(account_id, now.toISOString().slice(0, 10), MAX_DISCOVERIES)) return;
    const msg = `All ${MAX_DISCOVERIES} discoveries of today are used; try again tomorrow (UTC).`;
    throw new ApiError('discovery_limit_reached', msg, {
      limit: MAX_DISCOVERIES,
      used: MAX_DISCOVERIES,
      retry_after_seconds: Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000),
    });
  }
}
