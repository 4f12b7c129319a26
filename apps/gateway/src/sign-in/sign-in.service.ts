import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { type Actor, reaches } from '../accounts/actor';
import type { UsedLoginLink } from '../login-links/login-links.repository';
import { LoginLinksService } from '../login-links/login-links.service';
import { type Browser, type LinkKey, SessionsService } from '../sessions/sessions.service';
import { CredentialCheckService } from '../users/credential-check.service';
import type { AccountChoice, UserRow } from '../users/users.repository';
import { SignInAuditService, type SignInMethod } from './sign-in-audit.service';
import { isAllowedOn } from './sign-in-hosts.service';
import type { PageSignInInput, SignInInput } from './sign-in.dto';

/** The user has to choose one of these accounts. */
export interface AccountsToChoose {
  accounts: AccountChoice[];
}

/** The `Set-Cookie` values of a new session, or the accounts to choose from. */
export type PasswordSignIn = { cookies: string[] } | AccountsToChoose;

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

  /**
   * Returns the path of a one-time link for a user of the actor's account. `address` is the client address. Throws 400 if
   * the credentials are wrong or the actor cannot reach the user.
   */
  async createLink(actor: Actor, { email, password, code }: SignInInput, address: string): Promise<string> {
    const attempt = { by: 'key' as const, email, address, accountId: actor.accountId };
    const { users, refusedIds } = await this.credentials.verify(attempt, password, (user) =>
      reaches(actor, user.sub_accounts),
    );
    const method: SignInMethod = { by: 'password', host: null, key_id: actor.keyId };
    return this.audit.recordIfRefused([...idsOf(users), ...refusedIds], method, async () => {
      const [user] = users;
      if (!user) throw invalidCredentials();
      await this.credentials.assertCode(user, code);
      return this.ifUnchanged(user, (tx) => this.links.create(tx, user.id, actor.keyId));
    });
  }

  /**
   * Starts a session of the user with these credentials, on a white-label domain only of its account. Returns the
   * `Set-Cookie` values. If the credentials fit users of several accounts, starts none and returns the accounts to
   * choose from. Throws 400 if the credentials are wrong.
   */
  async signInByPassword(credentials: PageSignInInput, browser: Browser): Promise<PasswordSignIn> {
    const { email, password, code, account_id = null, remember = false } = credentials;
    const { host, address, cookies } = browser;
    const attempt = { by: 'page' as const, email, address, cookies, accountId: host.accountId ?? account_id };
    const { users, refusedIds } = await this.credentials.verify(attempt, password);
    const method: SignInMethod = { by: 'password', host: host.host };
    return this.audit.recordIfRefused([...idsOf(users), ...refusedIds], method, async () => {
      const [user, ...others] = users;
      if (!user) throw invalidCredentials();
      if (others.length > 0) return { accounts: await this.credentials.accountsOf(users) };
      await this.credentials.assertCode(user, code);
      return this.ifUnchanged(user, async (tx) => {
        await this.audit.recordSignIn(tx, { user_id: user.id, account_id: user.account_id }, method);
        const session = await this.sessions.start(tx, user.id, browser, {
          by: 'password',
          remembered: remember,
        });
        return { cookies: [session, this.credentials.rememberBrowser(user.id, cookies)] };
      });
    });
  }

  /** Starts a session and returns the `Set-Cookie` value. Throws 400 if the link is unknown, used or expired. */
  async signInByLink(token: string, browser: Browser): Promise<string> {
    const method: SignInMethod = { by: 'link', host: browser.host.host };
    const userId = await this.links.userOf(token);
    return this.audit.recordIfRefused(userId === null ? [] : [userId], method, () =>
      this.database.transaction(async (tx) => {
        const link = await this.links.consume(tx, token);
        if (!link || !isAllowedOn(browser.host, link.account_id)) {
          throw new ApiError(
            'invalid_credentials',
            'This link does not work any more; sign in with your password.',
          );
        }
        await this.audit.recordSignIn(tx, link, { ...method, key_id: link.key_id });
        return this.sessions.start(tx, link.user_id, browser, { by: 'link', key: keyOf(link) });
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

function idsOf(users: readonly UserRow[]): number[] {
  return users.map(({ id }) => id);
}

function keyOf({ key_id, key_expires_on }: UsedLoginLink): LinkKey | null {
  return key_id === null ? null : { id: key_id, expiresOn: key_expires_on };
}

/** The same error for an unknown email, a wrong password and a user of another account, so that it reveals nothing. */
function invalidCredentials(): ApiError {
  return new ApiError('invalid_credentials', 'No user has this email and password; check both.');
}
