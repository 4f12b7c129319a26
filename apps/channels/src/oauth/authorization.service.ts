import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Principal, wireDate } from '@plaudit/contracts';
import { getChannelType } from '../catalogue/channel-type';
import { ChannelsEnv } from '../channels.env';
import { ChannelLimitsService } from '../connecting/channel-limits.service';
import { subdomainOf } from '../connecting/connection-input';
import { ReplacedAccessService } from '../connecting/replaced-access.service';
import type { Platform } from '../platforms/platform';
import { authorizeUrl } from './authorize-url';
import { callbackUrl, oauthAppOf } from './oauth-app';
import { MAX_OPEN } from './oauth-connections.repository';
import { OAuthConnectionsService } from './oauth-connections.service';
import type { AuthorizeUrlInput } from './oauth.dto';
import type { AuthorizeUrlResponse } from './oauth.responses';
import { hashOf } from './signed-token';
import { flowOf } from './tokens/oauth-token.client';

const RETRY_SECONDS = 60;

/** Begins connections that are made by signing in to a platform. */
@Injectable()
export class AuthorizationService {
  constructor(
    private readonly limits: ChannelLimitsService,
    private readonly replaced: ReplacedAccessService,
    private readonly connections: OAuthConnectionsService,
    private readonly env: ChannelsEnv,
  ) {}

  /**
   * Returns the URL that the user opens. Throws 400 for a type or subdomain that is not valid, 402 if the operator has not set
   * the platform up or the plan allows no further channel, 404 for an unknown channel, and 429 if too many sign-ins are open.
   */
  async begin(principal: Principal, input: AuthorizeUrlInput): Promise<AuthorizeUrlResponse> {
    const platform = getChannelType(input.type);
    const { meta } = platform;
    assertOAuth(platform);
    const subdomain = await this.subdomain(principal, platform, input);
    const app = oauthAppOf(this.env, meta);
    if (!app) throw new Error(`Platform "${meta.slug}" is available without an OAuth app`);
    const { state, verifier } = this.connections.newState();
    const url = authorizeUrl(flowOf(platform), {
      subdomain,
      clientId: app.clientId,
      redirectUri: callbackUrl(this.env, meta.slug),
      state,
      verifier,
    });
    const opened = await this.open(principal, platform, {
      subdomain,
      state: hashOf(state),
      reconnects: input.channel_id,
    });
    return {
      success: true,
      type: meta.slug,
      authorize_url: url,
      connection_id: opened.id,
      expires_on: wireDate(opened.expires_on),
    };
  }

  /** Returns the subdomain of the input or, if a channel is connected again, that of the channel. */
  private async subdomain(
    principal: Principal,
    platform: Platform,
    input: AuthorizeUrlInput,
  ): Promise<string> {
    const { meta } = platform;
    this.limits.assertAvailable(platform);
    if (input.channel_id === undefined) {
      const subdomain = subdomainOf(meta, input.subdomain);
      await this.limits.check(principal, platform);
      return subdomain;
    }
    const known = await this.replaced.find(principal, input.channel_id);
    if (!known) throw notFound('channel', input.channel_id);
    if (known.platform.meta.slug !== meta.slug) {
      const msg = `channel_id is a channel of the type "${known.platform.meta.slug}"; send that type.`;
      throw new ApiError('invalid_value', msg, { field: 'channel_id' });
    }
    const subdomain = subdomainOf(meta, input.subdomain ?? known.config.subdomain);
    if (subdomain === (known.config.subdomain ?? '')) return subdomain;
    const msg = 'subdomain is not that of the channel; leave it out to connect the channel again.';
    throw new ApiError('invalid_value', msg, { field: 'subdomain' });
  }

  private async open(
    principal: Principal,
    { meta }: Platform,
    { subdomain, state, reconnects }: { subdomain: string; state: Buffer; reconnects: number | undefined },
  ): Promise<{ id: number; expires_on: Date }> {
    const opened = await this.connections.open(principal, {
      type: meta.slug,
      subdomain: subdomain === '' ? null : subdomain,
      reconnects: reconnects ?? null,
      state_hash: state,
    });
    if (opened) return opened;
    const msg = `This sub account has ${MAX_OPEN} sign-ins that have not ended; try again in ${RETRY_SECONDS} s.`;
    throw new ApiError('rate_limited', msg, { retry_after_seconds: RETRY_SECONDS });
  }
}

/** Throws 400 `invalid_value` for a platform that is connected in another way. */
function assertOAuth({ meta }: Platform): void {
  if (meta.method === 'oauth') return;
  const msg = `type must be a platform that is connected by signing in; ${meta.label} is connected with POST /channels/add.`;
  throw new ApiError('invalid_value', msg, { field: 'type' });
}
