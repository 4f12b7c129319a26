import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { Database, IdempotencyKeys, type IdempotencyScope, type ReplayableOutcome } from '@plaudit/database';
import { ChannelLimits } from './channel-limits';
import type { ChannelAddInput } from './channel-input.dto';
import type { ChannelAddedResponse } from './channels.dto';
import { assertAddable, getChannelType, toConfig } from './connection-input';
import { type Connection, NewChannels } from './new-channels';
import { ProfileProbe } from './profile-probe';

/** Connects sub accounts to profiles. */
@Injectable()
export class ConnectionService {
  constructor(
    private readonly database: Database,
    private readonly idempotency: IdempotencyKeys,
    private readonly limits: ChannelLimits,
    private readonly probe: ProfileProbe,
    private readonly newChannels: NewChannels,
  ) {}

  /** Type and plan limit, without connecting anything. */
  async check(principal: Principal, type: string): Promise<void> {
    const { meta } = getChannelType(type);
    assertAddable(meta);
    await this.database.transaction((tx) => this.limits.assertRoom(tx, principal, meta));
  }

  /** The platform is asked before the transaction begins, and not at all for a repeat. */
  async add(
    principal: Principal,
    scope: IdempotencyScope | null,
    input: ChannelAddInput,
  ): Promise<ReplayableOutcome<ChannelAddedResponse>> {
    const kept = await this.idempotency.find<ChannelAddedResponse>(scope);
    if (kept) return kept;
    try {
      const connection = await this.examine(principal, input);
      return await this.database.transaction((tx) =>
        this.idempotency.run(tx, scope, async () => {
          await this.limits.assertRoom(tx, principal, connection.platform.meta);
          const channel = await this.newChannels.store(tx, principal, connection);
          return { status: 200, body: { success: true, crawl_queued: true, channel } };
        }),
      );
    } catch (refusal) {
      // The first of two concurrent repeats may have been served meanwhile; then what refuses the second is itself.
      const served = await this.idempotency.find<ChannelAddedResponse>(scope);
      if (served) return served;
      throw refusal;
    }
  }

  private async examine(principal: Principal, input: ChannelAddInput): Promise<Connection> {
    await this.check(principal, input.type);
    const platform = getChannelType(input.type);
    const config = toConfig(platform, input);
    return { platform, config, profile: await this.probe.validate(platform, config) };
  }
}
