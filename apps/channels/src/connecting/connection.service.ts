import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { type Creation, Database } from '@plaudit/database';
import { getChannelType } from '../catalogue/channel-type';
import type { ChannelAddInput, ChannelCheckInput } from '../channels/channels.dto';
import type { ChannelResponse } from '../channels/channels.responses';
import { ChannelLimitsService } from './channel-limits.service';
import { ChannelFactory, type ConfirmedProfile } from './channel.factory';
import { OAuthChannelsService } from '../oauth/oauth-channels.service';
import { assertAddable, assertComplete, namesProfile, toConfig } from './connection-input';
import { ProfileCheckService } from './profile-check.service';

/** Connects profiles to sub accounts. */
@Injectable()
export class ConnectionService {
  constructor(
    private readonly database: Database,
    private readonly limits: ChannelLimitsService,
    private readonly profiles: ProfileCheckService,
    private readonly factory: ChannelFactory,
    private readonly oauth: OAuthChannelsService,
  ) {}

  /**
   * Checks the type, the given fields and the plan limit without connecting anything. Types of every method are accepted.
   * If the input names a profile, the platform is asked for it, and it must not be connected already.
   */
  async check(principal: Principal, input: ChannelCheckInput): Promise<void> {
    const platform = getChannelType(input.type);
    await this.limits.check(principal, platform);
    const config = toConfig(platform, input);
    if (!namesProfile(platform.meta, input)) return;
    const profile = await this.profiles.check(principal, platform, config);
    await this.database.transaction((tx) =>
      this.factory.assertNew(tx, principal, { platform, config, profile }),
    );
  }

  /** Connects a profile and queues its first crawl. The request to the platform is sent before the transaction begins. */
  async add<Body>(
    principal: Principal,
    input: ChannelAddInput,
    creation: Creation<ChannelResponse, Body>,
  ): Promise<Body> {
    const confirmed = await this.confirm(principal, input);
    return this.database.transaction((tx) =>
      creation.once(tx, async () => {
        await this.limits.assertBelowLimit(tx, principal, confirmed.platform.meta);
        const channel = await this.factory.create(tx, principal, confirmed);
        if (input.connection_id !== undefined) await this.oauth.settle(tx, input.connection_id, channel.id);
        return channel;
      }),
    );
  }

  private async confirm(principal: Principal, input: ChannelAddInput): Promise<ConfirmedProfile> {
    const platform = getChannelType(input.type);
    const { connection_id: connectionId, stores, group_id: groupId } = input;
    if (connectionId === undefined) assertAddable(platform.meta);
    await this.limits.check(principal, platform);
    if (connectionId !== undefined) {
      return { ...(await this.oauth.chosen(principal, platform, { connectionId, stores })), groupId };
    }
    assertComplete(platform.meta, input);
    const config = toConfig(platform, input);
    const profile = await this.profiles.check(principal, platform, config);
    return { platform, config, profile, groupId };
  }
}
