import { CrawlError } from './crawl-error';
import type { ChannelConfig } from './platform';

/** Returns the key that the customer gave for the channel. Throws CREDENTIALS_INVALID if there is none. */
export function givenToken({ accessToken }: ChannelConfig): string {
  if (accessToken !== undefined) return accessToken;
  throw new CrawlError('CREDENTIALS_INVALID', 'The channel has no access_token. Connect it again with one.');
}
