import { Injectable, Logger } from '@nestjs/common';
import { findPlatform } from '../../platforms/registry';
import type { Platform } from '../../platforms/platform';
import { OAuthConnectionsService, type SignedIn } from '../oauth-connections.service';
import { OAuthTokenClient } from '../tokens/oauth-token.client';
import { type CallbackPage, refusedPage } from './callback-pages';
import { type CallbackRefusal, consentRefusal, refusalFor, unknownSignIn } from './callback-refusal';
import { GrantService } from './grant.service';

const MAX_CODE = 4_096;

/** What a platform adds to the callback URL. A parameter that is sent twice is a list. */
type CallbackQuery = Readonly<Record<string, unknown>>;

/** Answers the browser that a platform has sent back to us. */
@Injectable()
export class CallbackService {
  private readonly logger = new Logger(CallbackService.name);

  constructor(
    private readonly connections: OAuthConnectionsService,
    private readonly tokens: OAuthTokenClient,
    private readonly grants: GrantService,
  ) {}

  /** Returns the page. Nothing is stored unless the state is ours and unused, and the platform accepts the code. */
  async answer(slug: string, query: CallbackQuery): Promise<CallbackPage> {
    const platform = findPlatform(slug);
    if (platform?.meta.slug !== slug || !platform.oauth) return unknownSignIn();
    const signedIn = await this.connections.claim(slug, query['state']);
    if (!signedIn) return unknownSignIn();
    try {
      return await this.complete(platform, signedIn, query);
    } catch (error) {
      return this.refuse(platform, signedIn, refusalFor(error, platform.meta), error);
    }
  }

  private async complete(
    platform: Platform,
    signedIn: SignedIn,
    { code, error }: CallbackQuery,
  ): Promise<CallbackPage> {
    const isCode = typeof code === 'string' && code !== '' && code.length <= MAX_CODE;
    if (!isCode) {
      const reason = typeof error === 'string' ? error : '';
      return this.refuse(platform, signedIn, consentRefusal(reason, platform.meta));
    }
    const { connection, verifier } = signedIn;
    const subdomain = connection.subdomain ?? '';
    const tokens = await this.tokens.redeem(platform, { code, verifier, subdomain });
    return this.grants.use(platform, connection, tokens);
  }

  /** Ends the connection. Throws `error` if it is a fault of ours. */
  private async refuse(
    { meta }: Platform,
    { connection }: SignedIn,
    refusal: CallbackRefusal | null,
    error?: unknown,
  ): Promise<CallbackPage> {
    const { status, msg } = refusal ?? { status: 500, msg: 'Something went wrong on our side. Start again.' };
    await this.connections.fail(connection, msg);
    if (refusal === null) throw error;
    this.logger.log({ message: 'A sign-in connected nothing', platform: meta.slug, status });
    return refusedPage(status, `${meta.label} is not connected`, msg);
  }
}
