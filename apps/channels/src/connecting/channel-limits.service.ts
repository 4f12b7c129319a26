import { Injectable } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { ChannelsRepository } from '../channels/channels.repository';
import type { PlatformMeta } from '../platforms/platform';

function limitReached(msg: string, limit: number, used: number, type: string): ApiError {
  return new ApiError('channel_limit_reached', msg, { limit, used, type });
}

/** Enforces the plan's two limits: channels per platform and sub account, and channels per account. */
@Injectable()
export class ChannelLimitsService {
  constructor(private readonly channels: ChannelsRepository) {}

  /**
   * Throws 402 `channel_limit_reached` if the plan does not allow one more channel. Locks the account until the
   * transaction ends, so that no concurrent request takes the place.
   */
  async assertBelowLimit(tx: Tx, { limits, ...tenant }: Principal, meta: PlatformMeta): Promise<void> {
    const used = await this.channels.countForLimits(tx, tenant, meta.slug);
    if (limits.properties >= 0 && used.ofType >= limits.properties) {
      const msg = `This sub account has ${used.ofType} of the ${limits.properties} ${meta.label} channels that the plan allows; delete one or choose a larger plan.`;
      throw limitReached(msg, limits.properties, used.ofType, meta.slug);
    }
    if (limits.channels >= 0 && used.ofAccount >= limits.channels) {
      const msg = `The account has ${used.ofAccount} of the ${limits.channels} channels that the plan allows; delete one or choose a larger plan.`;
      throw limitReached(msg, limits.channels, used.ofAccount, meta.slug);
    }
  }
}
