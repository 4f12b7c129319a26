import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import type { Platform, PlatformMeta } from '../../platforms/platform';
import { findPlatform } from '../../platforms/registry';
import { chosenStores } from '../locations';
import type { OAuthConnectionEntity } from '../oauth-connection.entity';
import { OAuthConnectionsService } from '../oauth-connections.service';
import { type CallbackPage, refusedPage, sharedPage } from './callback-pages';
import {
  type CallbackRefusal,
  consentRefusal,
  declined,
  otherSession,
  refusalFor,
  unknownSignIn,
} from './callback-refusal';
import { GrantService } from './grant.service';
import type { PageForm } from './page-form';

const MAX_CODE = 4_096;

/** What a platform adds to the callback URL. A parameter that is sent twice is a list. */
type CallbackQuery = Readonly<Record<string, unknown>>;

/** The session of the browser that sends a request, as `ref` of the principal. */
type BrowserSession = string | null;

/**
 * Answers the browser that a platform has sent back to us. In the session that began the sign-in, the code is redeemed and
 * the profile connected. In every other browser, nothing is redeemed before the person there has confirmed who would get the
 * profile, and nothing connected before this person has confirmed which profile it is.
 */
@Injectable()
export class CallbackService {
  private readonly logger = new Logger(CallbackService.name);

  constructor(
    private readonly connections: OAuthConnectionsService,
    private readonly grants: GrantService,
  ) {}

  /** Returns the page for a user who has signed in. Nothing is stored unless the state is ours and unused. */
  async signedIn(slug: string, query: CallbackQuery, session: BrowserSession): Promise<CallbackPage> {
    const platform = findPlatform(slug);
    if (platform?.meta.slug !== slug || !platform.oauth) return unknownSignIn();
    const signedIn = await this.connections.claim(slug, query['state'], session);
    if (!signedIn) return unknownSignIn();
    const { connection, verifier } = signedIn;
    const { code, error } = query;
    const isCode = typeof code === 'string' && code !== '' && code.length <= MAX_CODE;
    if (!isCode) {
      const reason = typeof error === 'string' ? error : '';
      return this.refuse(platform, connection, consentRefusal(reason, platform.meta));
    }
    return this.attempt(platform, connection, () =>
      connection.session_ref === null
        ? this.grants.ask(platform, connection, { code, verifier })
        : this.grants.use(platform, connection, { code, verifier }),
    );
  }

  /** Returns the page after a button of the last one. A page connects one channel at most. */
  async answered(slug: string, form: PageForm | null, session: BrowserSession): Promise<CallbackPage> {
    const platform = findPlatform(slug);
    const found = form && (await this.connections.onPage(slug, form.token));
    if (!platform || !found) return unknownSignIn();
    const { connection, page } = found;
    if (connection.session_ref !== null && connection.session_ref !== session) return otherSession();
    const { action } = form;
    if (action === 'decline') return this.refuse(platform, connection, declined(platform.meta));
    if (page === 'receiver') {
      return action === 'continue' ? this.redeem(platform, connection) : unknownSignIn();
    }
    if (action === 'share') return this.share(platform, connection);
    return action === 'connect' ? this.connect(platform, connection, form) : unknownSignIn();
  }

  private async redeem(platform: Platform, connection: OAuthConnectionEntity): Promise<CallbackPage> {
    const code = await this.connections.takeCode(connection);
    if (!code) return unknownSignIn();
    return this.attempt(platform, connection, () => this.grants.use(platform, connection, code));
  }

  private async share({ meta }: Platform, connection: OAuthConnectionEntity): Promise<CallbackPage> {
    if (this.connections.accessOf(connection).profile) return unknownSignIn();
    await this.connections.share(connection);
    return sharedPage(meta, connection);
  }

  /** A choice that cannot be connected shows the page again. */
  private async connect(
    platform: Platform,
    connection: OAuthConnectionEntity,
    form: PageForm,
  ): Promise<CallbackPage> {
    const { meta } = platform;
    const access = this.connections.accessOf(connection);
    const again = (fault: CallbackRefusal): CallbackPage =>
      this.grants.page(platform, connection, access, { ...form, fault });
    const { locations, tokens, profile } = access;
    const msg = profile ? null : problemOf(meta, form);
    if (msg !== null) return again({ status: 400, msg });
    try {
      const stores = profile
        ? locations.map(({ id }) => id)
        : chosenStores(meta, locations, form.chosen.join(','));
      return await this.grants.connect(platform, connection, { tokens, stores });
    } catch (error) {
      // Another request has sent the same form meanwhile.
      if (error instanceof ApiError && error.code === 'not_found') return unknownSignIn();
      const fault = refusalFor(error, meta);
      if (fault === null) throw error;
      return again(fault);
    }
  }

  /** Ends the connection if `work` fails. */
  private async attempt(
    platform: Platform,
    connection: OAuthConnectionEntity,
    work: () => Promise<CallbackPage>,
  ): Promise<CallbackPage> {
    try {
      return await work();
    } catch (error) {
      return this.refuse(platform, connection, refusalFor(error, platform.meta), error);
    }
  }

  /** Ends the connection. Throws `error` if it is a fault of ours. */
  private async refuse(
    { meta }: Platform,
    connection: OAuthConnectionEntity,
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

/** Returns what a person has to change in a choice, or null. The errors of the API name a field that the page does not have. */
function problemOf({ stores }: PlatformMeta, { chosen }: PageForm): string | null {
  if (chosen.length === 0) return 'Choose at least one place.';
  const max = stores && 'max' in stores ? stores.max : Number.POSITIVE_INFINITY;
  return chosen.length > max ? `Choose at most ${max} places.` : null;
}
