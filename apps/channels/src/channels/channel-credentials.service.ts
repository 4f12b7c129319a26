import { Injectable } from '@nestjs/common';
import { Secrets } from '@plaudit/runtime';
import type { ChannelConfig } from '../platforms/platform';
import type { ChannelEntity } from './channel.entity';

type Tokens = Pick<ChannelConfig, 'accessToken' | 'trendId'>;

/** Encrypts the customers' platform tokens for storage. Only a crawl decrypts them. */
@Injectable()
export class ChannelCredentialsService {
  constructor(private readonly secrets: Secrets) {}

  /** Returns the encrypted tokens, or null if the configuration has no access token. */
  encrypt({ accessToken, trendId }: ChannelConfig): Buffer | null {
    if (accessToken === undefined) return null;
    return this.secrets.encrypt(JSON.stringify({ accessToken, trendId } satisfies Tokens));
  }

  /** Returns the configuration that the platform needs to read a stored channel, with decrypted tokens. */
  configOf(channel: Pick<ChannelEntity, 'url' | 'stores' | 'countries' | 'credentials'>): ChannelConfig {
    const tokens = channel.credentials
      ? (JSON.parse(this.secrets.decrypt(channel.credentials)) as Tokens)
      : {};
    return {
      ...tokens,
      ...(channel.url === null ? {} : { url: channel.url }),
      ...(channel.stores ? { stores: channel.stores } : {}),
      ...(channel.countries ? { countries: channel.countries } : {}),
    };
  }
}
