import { Injectable } from '@nestjs/common';
import { Secrets } from '@plaudit/runtime';
import type { ChannelConfig } from '../platforms/platform';
import type { ChannelEntity } from './channel.entity';

type Tokens = Pick<ChannelConfig, 'accessToken' | 'trendId'>;

/** Keeps customers' tokens sealed at rest; nothing but a crawl opens them. */
@Injectable()
export class ChannelCredentials {
  constructor(private readonly secrets: Secrets) {}

  /** Null when there is no secret to keep. */
  seal({ accessToken, trendId }: ChannelConfig): Buffer | null {
    if (accessToken === undefined) return null;
    return this.secrets.encrypt(JSON.stringify({ accessToken, trendId } satisfies Tokens));
  }

  /** What the adapter is given of a stored channel. */
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
