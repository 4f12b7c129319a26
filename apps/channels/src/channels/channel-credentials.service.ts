import { Injectable } from '@nestjs/common';
import { placeIn, type SealedColumn, Secrets } from '@plaudit/runtime';
import type { OAuthTokens } from '../oauth/tokens/oauth-tokens';
import type { ChannelConfig } from '../platforms/platform';
import type { ChannelEntity } from './channel.entity';

/** What is stored encrypted of a channel. */
type Credentials = Pick<ChannelConfig, 'accessToken' | 'trendId' | 'subdomain'> & {
  /** For a channel that was connected by signing in. */
  oauth?: OAuthTokens;
};

export const CREDENTIALS: SealedColumn = {
  schema: 'channels',
  table: 'channels',
  column: 'credentials',
  key: 'id',
};

/** Encrypts the customers' platform tokens for storage. Only a crawl, and the replacement of a token, decrypt them. */
@Injectable()
export class ChannelCredentialsService {
  constructor(private readonly secrets: Secrets) {}

  /**
   * Returns the tokens, encrypted for this channel, or null if the configuration has nothing to protect. With `oauth`, the
   * access token of the configuration is not stored a second time.
   */
  encrypt(channelId: number, config: ChannelConfig, oauth?: OAuthTokens): Buffer | null {
    const { accessToken, trendId, subdomain } = config;
    const credentials: Credentials = { ...(oauth ? { oauth } : { accessToken }), trendId, subdomain };
    if (Object.values(credentials).every((value) => value === undefined)) return null;
    return this.secrets.encrypt(JSON.stringify(credentials), placeIn(CREDENTIALS, channelId));
  }

  /** Returns the configuration that the platform needs to read a stored channel, with decrypted tokens. */
  configOf(
    channel: Pick<ChannelEntity, 'id' | 'url' | 'stores' | 'countries' | 'credentials'>,
  ): ChannelConfig {
    const { oauth: _oauth, ...tokens } = this.credentialsOf(channel);
    return {
      ...tokens,
      ...(channel.url === null ? {} : { url: channel.url }),
      ...(channel.stores ? { stores: channel.stores } : {}),
      ...(channel.countries ? { countries: channel.countries } : {}),
    };
  }

  /** Returns the tokens of a channel that was connected by signing in, or null. */
  tokensOf(channel: Pick<ChannelEntity, 'id' | 'credentials'>): OAuthTokens | null {
    return this.credentialsOf(channel).oauth ?? null;
  }

  private credentialsOf({ id, credentials }: Pick<ChannelEntity, 'id' | 'credentials'>): Credentials {
    if (credentials === null) return {};
    return JSON.parse(this.secrets.decrypt(credentials, placeIn(CREDENTIALS, id))) as Credentials;
  }
}
