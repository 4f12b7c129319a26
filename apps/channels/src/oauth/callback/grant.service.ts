import { Injectable } from '@nestjs/common';
import { notFound } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { ReplacedAccessService } from '../../connecting/replaced-access.service';
import { PlatformContextFactory } from '../../crawl/thread/platform-context.factory';
import { CrawlError } from '../../platforms/crawl-error';
import type { OAuthLocation } from '../../platforms/oauth-flow';
import type { Platform } from '../../platforms/platform';
import { cleanLocations } from '../locations';
import { OAuthChannelsService } from '../oauth-channels.service';
import type { OAuthConnectionEntity } from '../oauth-connection.entity';
import { type GrantedAccess, OAuthConnectionsService, type SignInCode } from '../oauth-connections.service';
import { flowOf, OAuthTokenClient } from '../tokens/oauth-token.client';
import type { OAuthTokens } from '../tokens/oauth-tokens';
import {
  type CallbackPage,
  connectedPage,
  type ProfilesPage,
  profilesPage,
  receiverPage,
} from './callback-pages';

/** A person waits for the list. */
const LIST_TIMEOUT_MS = 20_000;

/** Uses what a user has granted: for a new channel, for a choice of locations, or for a channel that lost its access. */
@Injectable()
export class GrantService {
  constructor(
    private readonly contexts: PlatformContextFactory,
    private readonly tokens: OAuthTokenClient,
    private readonly connections: OAuthConnectionsService,
    private readonly channels: OAuthChannelsService,
    private readonly replaced: ReplacedAccessService,
  ) {}

  /** Shows who would get the channel. The code is kept and not redeemed. Throws 404 if the channel to reconnect was deleted. */
  async ask({ meta }: Platform, connection: OAuthConnectionEntity, code: SignInCode): Promise<CallbackPage> {
    const { reconnects } = connection;
    const known = reconnects === null ? null : await this.replaced.find(connection, reconnects);
    if (reconnects !== null && !known) throw notFound('channel', reconnects);
    const token = await this.connections.ask(connection, code);
    return receiverPage({ meta, token, connection, channel: known?.channel.name ?? null });
  }

  /**
   * Redeems the code. Connects the profile if the session that began has signed in and there is nothing to choose. Shows the
   * profiles otherwise.
   */
  async use(platform: Platform, connection: OAuthConnectionEntity, code: SignInCode): Promise<CallbackPage> {
    const subdomain = connection.subdomain ?? '';
    const tokens = await this.tokens.redeem(platform, { ...code, subdomain });
    const locations =
      connection.reconnects === null ? await this.locations(platform, connection, tokens) : [];
    const isChoice = locations.length > 1;
    if (!isChoice && connection.session_ref !== null) {
      return this.connect(platform, connection, { tokens, stores: locations.map(({ id }) => id) });
    }
    const profile = isChoice
      ? undefined
      : (locations[0] ?? (await this.profile(platform, connection, tokens)));
    const access = { tokens, locations, profile };
    const token = await this.connections.offer(connection, access);
    return this.page(platform, connection, access, { token });
  }

  /** Shows the profiles that the access can read. */
  page(
    { meta }: Platform,
    connection: OAuthConnectionEntity,
    { locations, profile }: GrantedAccess,
    shown: Pick<ProfilesPage, 'token' | 'chosen' | 'fault'>,
  ): CallbackPage {
    return profilesPage({ meta, connection, locations, profile, ...shown });
  }

  /** Connects a new channel, or gives its access to the channel that lost its own. Throws as the services of these do. */
  async connect(
    platform: Platform,
    connection: OAuthConnectionEntity,
    { tokens, stores }: { tokens: OAuthTokens; stores: string[] },
  ): Promise<CallbackPage> {
    const { id, subdomain, reconnects } = connection;
    if (reconnects !== null) {
      const access = { id: reconnects, accessToken: tokens.accessToken, oauth: tokens };
      const settle = (tx: Tx): Promise<void> => this.channels.settle(tx, id, reconnects);
      return connectedPage(platform.meta, (await this.replaced.replace(connection, access, settle)).name);
    }
    const confirmed = await this.channels.confirm(connection, platform, { tokens, subdomain, stores });
    return connectedPage(platform.meta, (await this.channels.connect(connection, confirmed)).name);
  }

  /** Asks the platform for the profile of an account that has no locations, or for that of the channel to reconnect. */
  private async profile(
    platform: Platform,
    connection: OAuthConnectionEntity,
    tokens: OAuthTokens,
  ): Promise<NonNullable<GrantedAccess['profile']>> {
    const { reconnects: id, subdomain } = connection;
    if (id !== null) {
      const access = { id, accessToken: tokens.accessToken, oauth: tokens };
      return { name: (await this.replaced.confirm(connection, access)).name, address: null };
    }
    const { profile } = await this.channels.confirm(connection, platform, { tokens, subdomain, stores: [] });
    return { name: profile.name, address: null };
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
