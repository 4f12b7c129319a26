import { Injectable } from '@nestjs/common';
import { ReplacedAccessService } from '../../connecting/replaced-access.service';
import { PlatformContextFactory } from '../../crawl/thread/platform-context.factory';
import { CrawlError } from '../../platforms/crawl-error';
import type { OAuthLocation } from '../../platforms/oauth-flow';
import type { Platform } from '../../platforms/platform';
import { cleanLocations } from '../locations';
import { OAuthChannelsService } from '../oauth-channels.service';
import type { OAuthConnectionEntity } from '../oauth-connection.entity';
import { OAuthConnectionsService } from '../oauth-connections.service';
import { flowOf } from '../tokens/oauth-token.client';
import type { OAuthTokens } from '../tokens/oauth-tokens';
import { type CallbackPage, choicePage, connectedPage } from './callback-pages';

/** A person waits for the list. */
const LIST_TIMEOUT_MS = 20_000;

/** Uses the access that a user has granted: for a new channel, for a choice of locations, or for a channel that lost its own. */
@Injectable()
export class GrantService {
  constructor(
    private readonly contexts: PlatformContextFactory,
    private readonly connections: OAuthConnectionsService,
    private readonly channels: OAuthChannelsService,
    private readonly replaced: ReplacedAccessService,
  ) {}

  async use(
    platform: Platform,
    connection: OAuthConnectionEntity,
    tokens: OAuthTokens,
  ): Promise<CallbackPage> {
    const { meta } = platform;
    if (connection.reconnects !== null) return this.reconnect(platform, connection, tokens);
    const locations = await this.locations(platform, connection, tokens);
    if (locations.length > 1) {
      const token = await this.connections.offer(connection, { tokens, locations });
      return choicePage({ meta, token, locations });
    }
    const stores = locations.map(({ id }) => id);
    const { subdomain } = connection;
    const confirmed = await this.channels.confirm(connection, platform, { tokens, subdomain, stores });
    const { name } = await this.channels.connect(connection, confirmed);
    return connectedPage(meta, name);
  }

  private async reconnect(
    { meta }: Platform,
    connection: OAuthConnectionEntity,
    tokens: OAuthTokens,
  ): Promise<CallbackPage> {
    const id = connection.reconnects ?? 0;
    const access = { id, accessToken: tokens.accessToken, oauth: tokens };
    const { name } = await this.replaced.replace(connection, access, (tx) =>
      this.channels.settle(tx, connection.id, id),
    );
    return connectedPage(meta, name);
  }

  /** Returns an empty list for a platform whose accounts are one profile each. Throws NOT_FOUND for an account without any. */
  private async locations(
    platform: Platform,
    { account_id }: OAuthConnectionEntity,
    { accessToken }: OAuthTokens,
  ): Promise<OAuthLocation[]> {
    const flow = flowOf(platform);
    if (!flow.locations) return [];
    const { label } = platform.meta;
    const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
    const token = async (): Promise<string> => accessToken;
    const { ctx } = this.contexts.of(platform, {
      signal,
      retries: 0,
      account: account_id,
      line: 'check',
      token,
    });
    const listed = await flow.locations(ctx).catch((error: unknown) => {
      throw signal.aborted ? new CrawlError('TIMEOUT', `${label} did not answer in time.`) : error;
    });
    const cleaned = cleanLocations(platform.meta, listed);
    if (cleaned.length > 0) return cleaned;
    throw new CrawlError('NOT_FOUND', `The ${label} account that you signed in with has nothing to connect.`);
  }
}
