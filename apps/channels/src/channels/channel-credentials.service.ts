import { Injectable } from '@nestjs/common';
import { placeIn, type SealedColumn, Secrets } from '@plaudit/runtime';
import type { ChannelConfig } from '../platforms/platform';
import type { ChannelEntity } from './channel.entity';

type Tokens = Pick<ChannelConfig, 'accessToken' | 'trendId' | 'subdomain'>;

export const CREDENTIALS: SealedColumn = {
  schema: 'channels',
  table: 'channels',
  column: 'credentials',
  key: 'id',
};

/** Encrypts the customers' platform tokens for storage. Only a crawl decrypts them. */
@Injectable()
export class ChannelCredentialsService {
  constructor(private readonly secrets: Secrets) {}

  /** Returns the tokens, encrypted for this channel, or null if the configuration has no access token. */
  encrypt(channelId: number, { accessToken, trendId }: ChannelConfig): Buffer | null {
    if (accessToken === undefined) return null;
    const tokens = JSON.stringify({ accessToken, trendId } satisfies Tokens);
    return this.secrets.encrypt(tokens, placeIn(CREDENTIALS, channelId));
  }

  /** Returns the configuration that the platform needs to read a stored channel, with decrypted tokens. */
  configOf(
    channel: Pick<ChannelEntity, 'id' | 'url' | 'stores' | 'countries' | 'credentials'>,
  ): ChannelConfig {
    const tokens = channel.credentials ? this.tokensOf(channel.id, channel.credentials) : {};
    return {
      ...tokens,
      ...(channel.url === null ? {} : { url: channel.url }),
      ...(channel.stores ? { stores: channel.stores } : {}),
      ...(channel.countries ? { countries: channel.countries } : {}),
    };
  }

  private tokensOf(channelId: number, encrypted: Buffer): Tokens {
    return JSON.parse(this.secrets.decrypt(encrypted, placeIn(CREDENTIALS, channelId))) as Tokens;
  }
}
