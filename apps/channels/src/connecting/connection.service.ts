import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { type Creation, Database } from '@plaudit/database';
import { getChannelType } from '../catalogue/channel-type';
import type { ChannelAddInput } from '../channels/channels.dto';
import type { ChannelResponse } from '../channels/channels.responses';
import { ChannelLimitsService } from './channel-limits.service';
import { ChannelFactory, type ConfirmedProfile } from './channel.factory';
import { assertAddable, toConfig } from './connection-input';
import { ProfileCheckService } from './profile-check.service';

/** Connects profiles to sub accounts. */
@Injectable()
export class ConnectionService {
  constructor(
    private readonly database: Database,
    private readonly limits: ChannelLimitsService,
    private readonly profiles: ProfileCheckService,
    private readonly factory: ChannelFactory,
  ) {}

  /** Checks the type and the plan limit without connecting anything. */
  async check(principal: Principal, type: string): Promise<void> {
    const { meta } = getChannelType(type);
    assertAddable(meta);
    await this.database.transaction((tx) => this.limits.assertBelowLimit(tx, principal, meta));
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
        return this.factory.create(tx, principal, confirmed);
      }),
    );
  }

  private async confirm(principal: Principal, input: ChannelAddInput): Promise<ConfirmedProfile> {
    await this.check(principal, input.type);
    const platform = getChannelType(input.type);
    const config = toConfig(platform, input);
    return { platform, config, profile: await this.profiles.check(platform, config) };
  }
}
