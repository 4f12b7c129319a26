import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { type Actor, reaches } from '../accounts/actor';
import { CredentialCheckService } from '../users/credential-check.service';
import type { UserRow } from '../users/users.repository';
import { LoginLinks } from './login-links';
import { type Browser, Sessions } from './sessions';
import { SignInAudit, type Way } from './sign-in-audit';
import type { SignInHost } from './sign-in-hosts';

/** Lets people in, by their password or by a link that an API client asked for, and out again. */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialCheckService,
    private readonly links: LoginLinks,
    private readonly sessions: Sessions,
    private readonly audit: SignInAudit,
  ) {}

  /** The path of a one-time link for a user whom the actor reaches; 400 for whatever is wrong. */
  async linkFor(actor: Actor, email: string, password: string): Promise<string> {
    const { user, refusedId } = await this.credentials.verify(email, password);
    const way: Way = { by: 'password', host: null, key_id: actor.keyId };
    return this.audit.orRefused(user?.id ?? refusedId, way, async () => {
      if (!user || user.account_id !== actor.accountId || !reaches(actor, user.sub_accounts)) {
        throw invalidCredentials();
      }
      return this.enter(user, (tx) => this.links.make(tx, user.id, actor.keyId));
    });
  }

  /** Returns the `Set-Cookie` value; 400 for whatever is wrong. */
  async enterByPassword(email: string, password: string, browser: Browser): Promise<string> {
    const { user, refusedId } = await this.credentials.verify(email, password);
    const way: Way = { by: 'password', host: browser.host.host };
    return this.audit.orRefused(user?.id ?? refusedId, way, async () => {
      if (!user || !isAtHome(user.account_id, browser.host)) throw invalidCredentials();
      return this.enter(user, async (tx) => {
        await this.audit.noteEntry(tx, { user_id: user.id, account_id: user.account_id }, way);
        return this.sessions.start(tx, user.id, browser);
      });
    });
  }

  /** Returns the `Set-Cookie` value; 400 for a link that is unknown, used or expired. */
  async enterByLink(token: string, browser: Browser): Promise<string> {
    const way: Way = { by: 'link', host: browser.host.host };
    return this.audit.orRefused(await this.links.userOf(token), way, () =>
      this.database.transaction(async (tx) => {
        const link = await this.links.consume(tx, token);
        if (!link || !isAtHome(link.account_id, browser.host)) {
          throw new ApiError(
            'invalid_credentials',
            'This link does not work any more; sign in with your password.',
          );
        }
        await this.audit.noteEntry(tx, link, { ...way, key_id: link.key_id });
        return this.sessions.start(tx, link.user_id, browser);
      }),
    );
  }

  /** Signs out; returns the `Set-Cookie` value. */
  async leave(cookies: string | undefined): Promise<string> {
    return this.database.transaction(async (tx) => {
      const { cookie, ended } = await this.sessions.end(tx, cookies);
      if (ended) await this.audit.noteExit(tx, ended, ended.host);
      return cookie;
    });
  }

  private async enter<T>(user: UserRow, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      if (!(await this.credentials.isStillValid(tx, user))) throw invalidCredentials();
      return work(tx);
    });
  }
}

/** A white-label domain lets in only the users of its account. */
function isAtHome(accountId: number, host: SignInHost): boolean {
  return host.accountId === null || host.accountId === accountId;
}

/** One answer for an unknown email, a wrong password and a user of somebody else. */
function invalidCredentials(): ApiError {
  return new ApiError('invalid_credentials', 'No user has this email and password; check both.');
}
