import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { Database, IdempotencyKeys, type IdempotencyScope, type ReplayableOutcome } from '@plaudit/database';
import { getChannelType } from '../catalogue/channel-type';
import type { ChannelAddInput, ChannelCheckInput } from '../channels/channels.dto';
import type { ChannelAddedResponse } from '../channels/channels.responses';
import { ChannelLimitsService } from './channel-limits.service';
import { ChannelFactory, type ConfirmedProfile } from './channel.factory';
import type { Platform } from '../platforms/platform';
import { assertAddable, assertComplete, namesProfile, toConfig } from './connection-input';
import { ProfileCheckService } from './profile-check.service';

/** Connects profiles to sub accounts. */
@Injectable()
export class ConnectionService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: IdempotencyKeys,
    private readonly limits: ChannelLimitsService,
    private readonly profiles: ProfileCheckService,
    private readonly factory: ChannelFactory,
  ) {}

  /**
   * Checks the type, the given fields and the plan limit without connecting anything. Types of every method are accepted.
   * If the input names a profile, the platform is asked for it, and it must not be connected already.
   */
  async check(principal: Principal, input: ChannelCheckInput): Promise<void> {
    const platform = getChannelType(input.type);
    await this.assertBelowLimit(principal, platform);
    const config = toConfig(platform, input);
    if (!namesProfile(platform.meta, input)) return;
    const profile = await this.profiles.check(principal, platform, config);
    await this.database.transaction((tx) =>
      this.factory.assertNew(tx, principal, { platform, config, profile }),
    );
  }

  /**
   * Connects a profile and queues its first crawl. The request to the platform is sent before the transaction begins.
   * A repeat with the same idempotency key returns the stored response without a request to the platform.
   */
  async add(
    principal: Principal,
    scope: IdempotencyScope | null,
    input: ChannelAddInput,
  ): Promise<ReplayableOutcome<ChannelAddedResponse>> {
    const stored = await this.idempotency.find<ChannelAddedResponse>(scope);
    if (stored) return stored;
    try {
      const confirmed = await this.confirm(principal, input);
      return await this.database.transaction((tx) =>
        this.idempotency.run(tx, scope, async () => {
          await this.limits.assertBelowLimit(tx, principal, confirmed.platform.meta);
          const channel = await this.factory.create(tx, principal, confirmed);
          return { status: 200, body: { success: true, crawl_queued: true, channel } };
        }),
      );
    } catch (refusal) {
      // Of two concurrent repeats, the first one may have succeeded meanwhile and made the second one a duplicate.
      const served = await this.idempotency.find<ChannelAddedResponse>(scope);
      if (served) return served;
      throw refusal;
    }
  }

  private async confirm(principal: Principal, input: ChannelAddInput): Promise<ConfirmedProfile> {
    const platform = getChannelType(input.type);
    assertAddable(platform.meta);
    await this.assertBelowLimit(principal, platform);
    assertComplete(platform.meta, input);
    const config = toConfig(platform, input);
    return { platform, config, profile: await this.profiles.check(principal, platform, config) };
  }

  private async assertBelowLimit(principal: Principal, { meta }: Platform): Promise<void> {
    await this.database.transaction((tx) => this.limits.assertBelowLimit(tx, principal, meta));
  }
}
