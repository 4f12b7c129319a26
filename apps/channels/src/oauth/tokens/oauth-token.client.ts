import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundClient, OutboundError, outboundPolicy, type OutboundReply } from '@plaudit/outbound';
import { Clock, sendTraced, Tracing } from '@plaudit/runtime';
import { ChannelsEnv, userAgentOf } from '../../channels.env';
import { fromOutbound, retryAfterMs } from '../../crawl/http/http-errors';
import { CrawlError } from '../../platforms/crawl-error';
import type { OAuthFlow } from '../../platforms/oauth-flow';
import type { Platform } from '../../platforms/platform';
import { callbackUrl, type OAuthApp, oauthAppOf } from '../oauth-app';
import { type OAuthTokens, tokensOf } from './oauth-tokens';
import { ended, refusalOf } from './token-refusal';

const MAX_BYTES = 64 * 1024;

/** Asks the token endpoints of platforms. No request is repeated, because a code or refresh token may be spent only once. */
@Injectable()
export class OAuthTokenClient implements OnApplicationShutdown {
  private readonly logger = new Logger(OAuthTokenClient.name);
  private readonly client: OutboundClient;

  constructor(
    private readonly env: ChannelsEnv,
    private readonly clock: Clock,
    private readonly tracing: Tracing,
  ) {
    this.client = new OutboundClient({
      ...outboundPolicy(env),
      userAgent: userAgentOf(env),
      maxBytes: MAX_BYTES,
      headersTimeoutMs: env.OAUTH_SECONDS * 1_000,
      totalTimeoutMs: env.OAUTH_SECONDS * 1_000,
      connectTimeoutMs: 5_000,
      decompress: true,
    });
  }

  /** Returns the tokens for the code of a callback. Throws a CrawlError. */
  async redeem(
    platform: Platform,
    { code, verifier, subdomain }: { code: string; verifier: string; subdomain: string },
  ): Promise<OAuthTokens> {
    const flow = flowOf(platform);
    const tokens = await this.request(platform, subdomain, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callbackUrl(this.env, platform.meta.slug),
      code_verifier: verifier,
    });
    // The first token of Facebook lasts an hour or two.
    return flow.refresh === 'exchange' ? this.renew(platform, tokens, subdomain) : tokens;
  }

  /**
   * Returns new tokens for a refresh token, or for an access token that is exchanged. Throws AUTH_EXPIRED if the platform has
   * ended the access, and another CrawlError if a later attempt may succeed.
   */
  async renew(platform: Platform, tokens: OAuthTokens, subdomain: string): Promise<OAuthTokens> {
    if (flowOf(platform).refresh === 'exchange') {
      const fields = { grant_type: 'fb_exchange_token', fb_exchange_token: tokens.accessToken };
      return this.request(platform, subdomain, fields);
    }
    if (tokens.refreshToken === null) throw ended(platform.meta);
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refreshToken };
    const renewed = await this.request(platform, subdomain, fields);
    // A platform that does not rotate refresh tokens sends none.
    return { ...renewed, refreshToken: renewed.refreshToken ?? tokens.refreshToken };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  private async request(
    platform: Platform,
    subdomain: string,
    fields: Record<string, string>,
  ): Promise<OAuthTokens> {
    const { meta } = platform;
    const flow = flowOf(platform);
    const app = oauthAppOf(this.env, meta);
    if (!app) throw new CrawlError('AUTH_MISSING', `${meta.label} cannot be read on this installation.`);
    const reply = await this.send(new URL(flow.tokenUrl(subdomain)), withClient(flow, app, fields));
    const body = bodyOf(reply);
    if (!reply.ok) {
      const wait = retryAfterMs(reply.header('retry-after'), this.clock.now());
      const error = refusalOf(meta, { status: reply.status, body, retryAfterMs: wait });
      this.logger.warn({
        message: 'A platform refused a token',
        platform: meta.slug,
        status: reply.status,
        code: error.code,
      });
      throw error;
    }
    const tokens = tokensOf(body, this.clock.now());
    if (tokens) return tokens;
    throw new CrawlError(
      'UPSTREAM_ERROR',
      `${meta.label} answered the sign-in in a form that we cannot read.`,
    );
  }

  private async send(url: URL, { headers, body }: TokenRequest): Promise<OutboundReply> {
    const request = { method: 'POST', headers, body, resendStale: false } as const;
    try {
      return await sendTraced(this.tracing, { method: 'POST', url }, () => this.client.request(url, request));
    } catch (error) {
      throw error instanceof OutboundError ? fromOutbound(error) : error;
    }
  }
}

interface TokenRequest {
  headers: Record<string, string>;
  body: string;
}

/** Adds the client's id and secret (RFC 6749, 2.3.1). */
function withClient(
  { clientAuth = 'body' }: OAuthFlow,
  app: OAuthApp,
  fields: Record<string, string>,
): TokenRequest {
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  const { clientId, clientSecret } = app;
  if (clientAuth === 'body') {
    const all = { ...fields, client_id: clientId, client_secret: clientSecret };
    return { headers, body: new URLSearchParams(all).toString() };
  }
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  return { headers: { ...headers, authorization }, body: new URLSearchParams(fields).toString() };
}

function bodyOf(reply: OutboundReply): unknown {
  try {
    return reply.json();
  } catch {
    return undefined;
  }
}

/** Returns how to sign in to a platform of the method `oauth`, which the conformance suite checks to have it. */
export function flowOf({ oauth, meta }: Platform): OAuthFlow {
  if (!oauth) throw new Error(`Platform "${meta.slug}" has no OAuth flow`);
  return oauth;
}
