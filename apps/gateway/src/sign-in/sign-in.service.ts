import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { type Actor, reaches } from '../accounts/actor';
import { LoginLinksService } from '../login-links/login-links.service';
import { type Browser, SessionsService } from '../sessions/sessions.service';
import { CredentialCheckService } from '../users/credential-check.service';
import type { UserRow } from '../users/users.repository';
import { SignInAuditService, type SignInMethod } from './sign-in-audit.service';
import type { SignInHost } from './sign-in-hosts.service';
import type { SignInInput } from './sign-in.dto';

/** Signs users in by password or by one-time link, and out again. */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialCheckService,
    private readonly links: LoginLinksService,
    private readonly sessions: SessionsService,
    private readonly audit: SignInAuditService,
  ) {}

  /** Returns the path of a one-time link. Throws 400 if the credentials are wrong or the actor cannot reach the user. */
  async createLink(actor: Actor, { email, password, code }: SignInInput): Promise<string> {
    const { user, refusedId } = await this.credentials.verify(email, password);
    const method: SignInMethod = { by: 'password', host: null, key_id: actor.keyId };
    return this.audit.recordIfRefused(user?.id ?? refusedId, method, async () => {
      if (!user || user.account_id !== actor.accountId || !reaches(actor, user.sub_accounts)) {
        throw invalidCredentials();
      }
      await this.credentials.assertCode(user, code);
      return this.ifUnchanged(user, (tx) => this.links.create(tx, user.id, actor.keyId));
    });
  }

  /** Starts a session and returns the `Set-Cookie` value. Throws 400 if the credentials are wrong. */
  async signInByPassword({ email, password, code }: SignInInput, browser: Browser): Promise<string> {
    const { user, refusedId } = await this.credentials.verify(email, password);
    const method: SignInMethod = { by: 'password', host: browser.host.host };
    return this.audit.recordIfRefused(user?.id ?? refusedId, method, async () => {
      if (!user || !isAllowedOn(browser.host, user.account_id)) throw invalidCredentials();
      await this.credentials.assertCode(user, code);
      return this.ifUnchanged(user, async (tx) => {
        await this.audit.recordSignIn(tx, { user_id: user.id, account_id: user.account_id }, method);
        return this.sessions.start(tx, user.id, browser);
      });
    });
  }

  /** Starts a session and returns the `Set-Cookie` value. Throws 400 if the link is unknown, used or expired. */
  async signInByLink(token: string, browser: Browser): Promise<string> {
    const method: SignInMethod = { by: 'link', host: browser.host.host };
    return this.audit.recordIfRefused(await this.links.userOf(token), method, () =>
      this.database.transaction(async (tx) => {
        const link = await this.links.consume(tx, token);
        if (!link || !isAllowedOn(browser.host, link.account_id)) {
          throw new ApiError(
            'invalid_credentials',
            'This link does not work any more; sign in with your password.',
          );
        }
        await this.audit.recordSignIn(tx, link, { ...method, key_id: link.key_id });
        return this.sessions.start(tx, link.user_id, browser);
      }),
    );
  }

  /** Ends the browser's session and returns the `Set-Cookie` value. */
  async signOut(cookies: string | undefined): Promise<string> {
    return this.database.transaction(async (tx) => {
      const { cookie, ended } = await this.sessions.end(tx, cookies);
      if (ended) await this.audit.recordSignOut(tx, ended, ended.host);
      return cookie;
    });
  }

  /** Runs `work` in a transaction that holds the user. Throws 400 if the user changed since the password was checked. */
  private async ifUnchanged<T>(user: UserRow, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      if (!(await this.credentials.isStillValid(tx, user))) throw invalidCredentials();
      return work(tx);
    });
  }
}

/** Returns true unless the host is the white-label domain of another account. */
function isAllowedOn(host: SignInHost, accountId: number): boolean {
  return host.accountId === null || host.accountId === accountId;
}

/** The same error for an unknown email, a wrong password and a user of another account, so that it reveals nothing. */
function invalidCredentials(): ApiError {
  return new ApiError('invalid_credentials', 'No user has this email and password; check both.');
}
