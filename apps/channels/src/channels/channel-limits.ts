import { Injectable } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import type { PlatformMeta } from '../platforms/platform';
import { ChannelsRepository } from './channels.repository';

function reached(msg: string, limit: number, used: number, type: string): ApiError {
  return new ApiError('channel_limit_reached', msg, { limit, used, type });
}

/** How many channels the plan allows: per platform and sub account, and per account over all. */
@Injectable()
export class ChannelLimits {
  constructor(private readonly channels: ChannelsRepository) {}

  /** 402 `channel_limit_reached` when there is no room for one more; the room is kept until the transaction ends. */
  async assertRoom(tx: Tx, { limits, ...owner }: Principal, meta: PlatformMeta): Promise<void> {
    const used = await this.channels.countForLimits(tx, owner, meta.slug);
    if (limits.properties >= 0 && used.ofType >= limits.properties) {
      const msg = `The plan allows ${limits.properties} ${meta.label} channel(s) here and ${used.ofType} are connected; delete one or change the plan.`;
      throw reached(msg, limits.properties, used.ofType, meta.slug);
    }
    if (limits.channels >= 0 && used.ofAccount >= limits.channels) {
      const msg = `The plan allows ${limits.channels} channel(s) and ${used.ofAccount} are connected; delete one or change the plan.`;
      throw reached(msg, limits.channels, used.ofAccount, meta.slug);
    }
  }
}
