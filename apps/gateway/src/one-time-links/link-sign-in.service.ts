import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { SessionsRepository } from '../sessions/sessions.repository';
import { type Browser, SessionsService } from '../sessions/sessions.service';
import { type LinkUse, SignInAuditService } from '../sign-in/sign-in-audit.service';
import { CredentialCheckService } from '../users/credential-check.service';
import { LinkThrottleService } from './link-throttle.service';

/** Signs in people who chose a password with a one-time link. */
@Injectable()
export class LinkSignInService {
  constructor(
    private readonly throttle: LinkThrottleService,
    private readonly audit: SignInAuditService,
    private readonly sessions: SessionsService,
    private readonly sessionRows: SessionsRepository,
    private readonly credentials: CredentialCheckService,
  ) {}

  /**
   * Runs `work`, which uses a link of these users. Records `invalid_credentials` in the audit log of each of them. Throws 429
   * after too many failures from one network.
   */
  async attempt<T>(browser: Browser, userIds: readonly number[], work: () => Promise<T>): Promise<T> {
    const takeBack = await this.throttle.countUse(browser.address);
    const method = { by: 'link' as const, host: browser.host.host };
    const result = await this.audit.recordIfRefused(userIds, method, work);
    await takeBack();
    return result;
  }

  /** Ends all sessions and links of the user and starts a session in this browser. Returns the `Set-Cookie` values. */
  async enter(
    tx: Tx,
    user: { id: number; account_id: number },
    browser: Browser,
    use: LinkUse,
  ): Promise<string[]> {
    const { host } = browser.host;
    const signedIn = { user_id: user.id, account_id: user.account_id };
    await this.sessionRows.endAllOf(tx, user.id);
    await this.audit.recordLinkUse(tx, signedIn, use, host);
    await this.audit.recordSignIn(tx, signedIn, { by: 'link', host });
    const session = await this.sessions.start(tx, user.id, browser);
    return [session, this.credentials.rememberBrowser(user.id, browser.cookies)];
  }
}
