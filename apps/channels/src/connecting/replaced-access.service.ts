import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { notFound, type Tenant } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { ChannelCredentialsService } from '../channels/channel-credentials.service';
import { type ChannelRow, ChannelsRepository } from '../channels/channels.repository';
import type { OAuthTokens } from '../oauth/tokens/oauth-tokens';
import type { ChannelConfig, Platform, ProfileInfo } from '../platforms/platform';
import { getPlatform } from '../platforms/registry';
import { profileNotValid } from './connection-input';
import { ProfileCheckService } from './profile-check.service';
import { RenewedAccessService } from './renewed-access.service';

/** A channel with its platform and decrypted configuration. */
interface KnownChannel {
  channel: ChannelRow;
  platform: Platform;
  config: ChannelConfig;
}

/** A new key, or the tokens of a new sign-in. */
interface NewAccess {
  /** Id of the channel. */
  id: number;
  accessToken: string;
  oauth?: OAuthTokens;
}

/** An access that the platform has accepted for the profile of the channel. */
interface ConfirmedAccess {
  id: number;
  /** The platform's name of the profile. */
  name: string;
  identity: string;
  credentials: Buffer | null;
}

/** Replaces the key or the tokens of a channel, after the platform has accepted them for the same profile. */
@Injectable()
export class ReplacedAccessService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly credentials: ChannelCredentialsService,
    private readonly profiles: ProfileCheckService,
    private readonly renewed: RenewedAccessService,
  ) {}

  /** Returns null if the channel does not exist or belongs to another sub account. */
  async find(tenant: Tenant, id: number): Promise<KnownChannel | null> {
    const channel = await this.channels.find(tenant, id);
    if (!channel) return null;
    return { channel, platform: getPlatform(channel.type), config: this.credentials.configOf(channel) };
  }

  /** Stores the new access of a channel after {@link confirm}. `settle` runs in the transaction. */
  async replace(
    tenant: Tenant,
    access: NewAccess,
    settle: (tx: Tx) => Promise<void> = async () => {},
  ): Promise<ChannelRow> {
    return this.store(tenant, await this.confirm(tenant, access), settle);
  }

  /**
   * Asks the platform about the new access. Throws 404 for an unknown channel, and 422 `profile_not_valid` if the platform
   * refuses the access or it belongs to another profile.
   */
  async confirm(tenant: Tenant, { id, accessToken, oauth }: NewAccess): Promise<ConfirmedAccess> {
    const known = await this.find(tenant, id);
    if (!known) throw notFound('channel', id);
    const config = { ...known.config, accessToken };
    const { key, identity, name } = await this.profiles.check(tenant, known.platform, config);
    assertSame(known, { key, identity });
    return { id, name, identity, credentials: this.credentials.encrypt(id, config, oauth) };
  }

  /** Stores a confirmed access and queues a crawl. Throws 404 if the channel was deleted meanwhile. */
  store(
    tenant: Tenant,
    { id, identity, credentials }: ConfirmedAccess,
    settle: (tx: Tx) => Promise<void> = async () => {},
  ): Promise<ChannelRow> {
    return this.database.transaction(async (tx) => {
      const channel = await this.channels.lockOwned(tx, tenant, id);
      if (!channel) throw notFound('channel', id);
      const changed = await this.renewed.store(tx, channel, { identity, credentials });
      await settle(tx);
      return changed;
    });
  }
}

/**
 * Throws 422 `profile_not_valid` if the platform has answered for another profile. Stores name what is read, so a channel with
 * stores that the new access can read stays the same one.
 */
function assertSame(
  { channel, platform }: KnownChannel,
  { key, identity }: Pick<ProfileInfo, 'key' | 'identity'>,
): void {
  const isSame =
    identity === channel.identity ||
    isDeepStrictEqual({ ...key }, channel.profile_key) ||
    (channel.stores ?? []).length > 0;
  if (isSame) return;
  const isOAuth = platform.meta.method === 'oauth';
  const what = isOAuth ? 'The account that you signed in with' : 'access_token';
  throw profileNotValid(`${what} belongs to another profile on ${platform.meta.label} than this channel.`, {
    reason: 'wrong_address',
    field: isOAuth ? 'type' : 'access_token',
  });
}
