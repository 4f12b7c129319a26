import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { ChannelCredentialsService } from '../../channels/channel-credentials.service';
import type { ChannelEntity } from '../../channels/channel.entity';
import { CrawlError } from '../../platforms/crawl-error';
import { givenToken } from '../../platforms/given-token';
import type { ChannelConfig, Platform } from '../../platforms/platform';
import { ChannelTokensRepository } from './channel-tokens.repository';
import { flowOf, OAuthTokenClient } from './oauth-token.client';
import { isDue, isOver, isValid, type OAuthTokens } from './oauth-tokens';
import { ended } from './token-refusal';

const POLL_MS = 200;

/** What a crawl reads its channel with. */
export interface ChannelAccess {
  config: ChannelConfig;
  /** Returns the customer's key, or a valid access token. Throws CREDENTIALS_INVALID or AUTH_EXPIRED if there is none. */
  token(): Promise<string>;
  /**
   * Renews an access token that the platform has refused, at most once for each crawl. Returns false if that is not possible,
   * so that the refusal is final.
   */
  renew(): Promise<boolean>;
}

/** An error of our own database, which is no error of the platform. */
export class AccessFault extends Error {}

/** The channel whose token is wanted, and a token of it that the platform has refused. */
interface Wanted {
  channelId: number;
  platform: Platform;
  config: ChannelConfig;
  refused: string | null;
}

/**
 * Gives crawls the keys and access tokens of their channels. It renews an access token before it expires. Over all replicas,
 * one worker at a time renews the token of a channel, and it stores the new tokens before they are used, because many
 * platforms accept a refresh token only once.
 */
@Injectable()
export class ChannelAccessService {
  private readonly logger = new Logger(ChannelAccessService.name);

  constructor(
    private readonly credentials: ChannelCredentialsService,
    private readonly tokens: ChannelTokensRepository,
    private readonly client: OAuthTokenClient,
    private readonly clock: Clock,
  ) {}

  of(channel: ChannelEntity, platform: Platform, signal: AbortSignal): ChannelAccess {
    const config = this.credentials.configOf(channel);
    if (platform.meta.method !== 'oauth') {
      return { config, token: async () => givenToken(config), renew: async () => false };
    }
    return { config, ...this.oauth({ channelId: channel.id, platform, config, refused: null }, signal) };
  }

  private oauth(wanted: Wanted, signal: AbortSignal): Pick<ChannelAccess, 'token' | 'renew'> {
    let held: OAuthTokens | null = null;
    const current = async (): Promise<OAuthTokens> => {
      if (held === null || isOver(held, this.clock.now())) held = await this.valid(wanted, signal);
      return held;
    };
    return {
      token: async () => (await current()).accessToken,
      renew: async () => {
        const isFinal = flowOf(wanted.platform).refresh === 'none' || wanted.refused !== null;
        if (held === null || isFinal) return false;
        wanted.refused = held.accessToken;
        held = null;
        await current();
        return true;
      },
    };
  }

  /** Throws an AccessFault if our own database fails. */
  private async valid(wanted: Wanted, signal: AbortSignal): Promise<OAuthTokens> {
    try {
      return await this.awaitValid(wanted, signal);
    } catch (error) {
      if (error instanceof CrawlError || signal.aborted) throw error;
      throw new AccessFault('Could not read the tokens of a channel', { cause: error });
    }
  }

  /** Returns tokens that are valid, and not the refused ones. Waits while another worker renews them. */
  private async awaitValid(wanted: Wanted, signal: AbortSignal): Promise<OAuthTokens> {
    for (;;) {
      signal.throwIfAborted();
      const stored = await this.stored(wanted);
      if (this.isUsable(stored, wanted)) return stored;
      const lease = await this.tokens.acquire(wanted.channelId);
      const renewed = lease === null ? null : await this.renewed(wanted, lease);
      if (renewed) return renewed;
      if (lease === null) await delay(POLL_MS, undefined, { signal });
    }
  }

  /** Throws AUTH_EXPIRED if the channel has no access, or only one that has ended. */
  private async stored({ channelId, platform }: Wanted): Promise<OAuthTokens> {
    const channel = await this.tokens.read(channelId);
    const stored = channel && this.credentials.tokensOf(channel);
    if (!stored || stored.ended) throw ended(platform.meta);
    return stored;
  }

  private isUsable(stored: OAuthTokens, { platform, refused }: Wanted): boolean {
    return stored.accessToken !== refused && !isDue(stored, flowOf(platform), this.clock.now());
  }

  /** Returns tokens that are stored already. Returns null if the lease was lost, because other tokens are stored then. */
  private async renewed(wanted: Wanted, lease: string): Promise<OAuthTokens | null> {
    const { channelId, platform, config } = wanted;
    try {
      // Another worker may have renewed them since they were read.
      const stored = await this.stored(wanted);
      if (this.isUsable(stored, wanted)) return stored;
      const fresh = await this.request(wanted, stored);
      const credentials = this.credentials.encrypt(channelId, config, fresh);
      const kept = await this.tokens.store(channelId, lease, credentials);
      if (kept && fresh.ended) throw ended(platform.meta);
      return kept ? fresh : null;
    } finally {
      await this.tokens.release(channelId, lease);
    }
  }

  /** Asks the platform. The crawl may end meanwhile, but not the request, because its answer may be the only valid token. */
  private async request({ platform, config, refused }: Wanted, stored: OAuthTokens): Promise<OAuthTokens> {
    try {
      return await this.client.renew(platform, stored, config.subdomain ?? '');
    } catch (error) {
      if (error instanceof CrawlError && error.code === 'AUTH_EXPIRED') {
        return { ...stored, refreshToken: null, ended: true };
      }
      const usable = stored.accessToken !== refused && isValid(stored, this.clock.now());
      if (!usable) throw error;
      this.logger.warn({
        message: 'Could not renew an access token that is still valid',
        type: platform.meta.slug,
      });
      return stored;
    }
  }
}
