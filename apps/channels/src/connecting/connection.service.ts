import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { Database, IdempotencyKeys, type IdempotencyScope, type ReplayableOutcome } from '@plaudit/database';
import { getChannelType } from '../catalogue/channel-type';
import type { ChannelAddInput } from '../channels/channels.dto';
import type { ChannelAddedResponse } from '../channels/channels.responses';
import { ChannelLimitsService } from './channel-limits.service';
import { ChannelFactory, type ConfirmedProfile } from './channel.factory';
import { assertAddable, toConfig } from './connection-input';
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

  /** Checks the type and the plan limit without connecting anything. */
  async check(principal: Principal, type: string): Promise<void> {
    const { meta } = getChannelType(type);
    assertAddable(meta);
    await this.database.transaction((tx) => this.limits.assertBelowLimit(tx, principal, meta));
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
    await this.check(principal, input.type);
    const platform = getChannelType(input.type);
    const config = toConfig(platform, input);
    return { platform, config, profile: await this.profiles.check(platform, config) };
  }
}
