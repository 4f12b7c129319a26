import { Injectable } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { isAvailable } from '../catalogue/availability';
import { ChannelsEnv } from '../channels.env';
import { ChannelsRepository } from '../channels/channels.repository';
import type { Platform, PlatformMeta } from '../platforms/platform';

function limitReached(msg: string, limit: number, used: number, type: string): ApiError {
  return new ApiError('channel_limit_reached', msg, { limit, used, type });
}

/** Whom a channel is connected for. A {@link Principal} is one. */
export type ChannelOwner = Pick<Principal, 'account_id' | 'sub_account_id' | 'limits'>;

/**
 * Enforces what the installation and the plan allow. A plan has two limits: channels per platform and sub account, and channels
 * per account.
 */
@Injectable()
export class ChannelLimitsService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly env: ChannelsEnv,
  ) {}

  /**
   * Throws 402 `plan_feature_missing` if the operator has not set the platform up, and 402 `channel_limit_reached` if the plan
   * does not allow one more channel.
   */
  async check(owner: ChannelOwner, platform: Platform): Promise<void> {
    this.assertAvailable(platform);
    await this.database.transaction((tx) => this.assertBelowLimit(tx, owner, platform.meta));
  }

  /** Throws 402 `plan_feature_missing` if the operator has not set the platform up. */
  assertAvailable(platform: Platform): void {
    if (isAvailable(this.env, platform)) return;
    const { slug, label } = platform.meta;
    const msg = `type ${slug} is not available, because the operator has not set up ${label} on this installation.`;
    throw new ApiError('plan_feature_missing', msg, { field: 'type' });
  }

  /**
   * Throws 402 `channel_limit_reached` if the plan does not allow one more channel. Locks the account until the
   * transaction ends, so that no concurrent request takes the place.
   */
  async assertBelowLimit(tx: Tx, { limits, ...tenant }: ChannelOwner, meta: PlatformMeta): Promise<void> {
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
