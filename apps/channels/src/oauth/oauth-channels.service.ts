import { Injectable } from '@nestjs/common';
import { ApiError, type Tenant } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import type { ChannelResponse } from '../channels/channels.responses';
import { type ChannelOwner, ChannelLimitsService } from '../connecting/channel-limits.service';
import { ChannelFactory, type ConfirmedProfile } from '../connecting/channel.factory';
import { ProfileCheckService } from '../connecting/profile-check.service';
import type { ChannelConfig, Platform } from '../platforms/platform';
import { chosenStores } from './locations';
import type { OAuthConnectionEntity } from './oauth-connection.entity';
import { OAuthConnectionsService } from './oauth-connections.service';
import type { OAuthTokens } from './tokens/oauth-tokens';

/** Makes channels of connections whose user has signed in. */
@Injectable()
export class OAuthChannelsService {
  constructor(
    private readonly database: Database,
    private readonly limits: ChannelLimitsService,
    private readonly profiles: ProfileCheckService,
    private readonly factory: ChannelFactory,
    private readonly connections: OAuthConnectionsService,
  ) {}

  /** Asks the platform for the profile of an account, or for the chosen stores. Throws as {@link ProfileCheckService} does. */
  async confirm(
    owner: Tenant,
    platform: Platform,
    { tokens, subdomain, stores }: { tokens: OAuthTokens; subdomain: string | null; stores: string[] },
  ): Promise<ConfirmedProfile> {
    const config: ChannelConfig = {
      accessToken: tokens.accessToken,
      ...(subdomain === null ? {} : { subdomain }),
      ...(stores.length > 0 ? { stores } : {}),
    };
    return { platform, config, oauth: tokens, profile: await this.profiles.check(owner, platform, config) };
  }

  /**
   * Returns the profile of the stores that a client has chosen. Throws 404 for an unknown connection, and 400 if it does not
   * wait for a choice or does not have the stores.
   */
  async chosen(
    owner: Tenant,
    platform: Platform,
    { connectionId, stores }: { connectionId: number; stores: string | null | undefined },
  ): Promise<ConfirmedProfile> {
    const connection = await this.connections.get(owner, connectionId);
    assertChoosing(connection, platform);
    const { tokens, locations } = this.connections.accessOf(connection);
    const chosen = chosenStores(platform.meta, locations, stores);
    return this.confirm(owner, platform, { tokens, subdomain: connection.subdomain, stores: chosen });
  }

  /** Stores the channel and ends the connection in one transaction. Throws 402, 404 or 422 `profile_not_valid`. */
  connect(
    { id, account_id, sub_account_id, limits }: OAuthConnectionEntity,
    confirmed: ConfirmedProfile,
  ): Promise<ChannelResponse> {
    const owner: ChannelOwner = { account_id, sub_account_id, limits };
    return this.database.transaction(async (tx) => {
      await this.limits.assertBelowLimit(tx, owner, confirmed.platform.meta);
      const channel = await this.factory.create(tx, owner, confirmed);
      await this.settle(tx, id, channel.id);
      return channel;
    });
  }

  /** Ends a connection. Throws 404 if it has ended already. */
  settle(tx: Tx, connectionId: number, channelId: number): Promise<void> {
    return this.connections.finish(tx, connectionId, channelId);
  }
}

/** Throws 400 `invalid_value` unless the connection waits for a choice of profiles of this type. */
export function assertChoosing({ type, status }: OAuthConnectionEntity, { meta }: Platform): void {
  const refused = (msg: string): ApiError => new ApiError('invalid_value', msg, { field: 'connection_id' });
  if (type !== meta.slug)
    throw refused(`connection_id is a connection of the type "${type}"; send that type.`);
  if (status === 'choosing') return;
  throw refused(`connection_id has the status "${status}"; only one with the status "choosing" can be used.`);
}
