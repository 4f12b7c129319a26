import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { base62, Randomness } from '@plaudit/runtime';
import { TwoFactorCheckService } from '../two-factor/two-factor-check.service';
import { type SignInAttempt, SignInThrottleService } from '../sign-in/sign-in-throttle.service';
import { hashPassword, isPasswordOf } from './password';
import { type AccountChoice, type UserRow, UsersRepository } from './users.repository';

const DUMMY_PASSWORD_LENGTH = 40;
/** Users of one email that one attempt checks. Each costs 30 ms. */
const MAX_USERS = 20;
/**
 * An attempt on all accounts costs at least two argon2 passes. Otherwise an account could add a user with somebody's
 * email and measure whether that email has a user elsewhere.
 */
const MIN_PASSES_OVER_ACCOUNTS = 2;

export interface CredentialCheckResult {
  /** The users whose password this is, at most one for each account. Empty if the credentials are wrong. */
  users: UserRow[];
  /** Ids of the users with this email if none has this password. Only for the audit log. */
  refusedIds: number[];
}

/**
 * Checks an email and password. An unknown email costs the same argon2 passes as a wrong password, so that the response
 * time does not reveal which emails have a login.
 */
@Injectable()
export class CredentialCheckService implements OnModuleInit {
  private dummyHash = '';

  constructor(
    private readonly users: UsersRepository,
    private readonly throttle: SignInThrottleService,
    private readonly randomness: Randomness,
    private readonly twoFactor: TwoFactorCheckService,
  ) {}

  /** Computes the dummy hash at start rather than using a constant, so that it always has the cost of real hashes. */
  async onModuleInit(): Promise<void> {
    this.dummyHash = await hashPassword(
      base62(DUMMY_PASSWORD_LENGTH, (count) => this.randomness.bytes(count)),
    );
  }

  /**
   * Returns the users with this email and password that `mayEnter` accepts. Throws 429 if too many attempts failed, or if
   * too many passwords are being checked.
   */
  async verify(
    attempt: SignInAttempt,
    password: string,
    mayEnter: (user: UserRow) => boolean = () => true,
  ): Promise<CredentialCheckResult> {
    const found = await this.find(attempt);
    const entering = found.filter(mayEnter);
    const counted = await this.throttle.count(
      attempt,
      entering.map(({ id }) => id),
    );
    const checked = entering.filter(({ id }) => counted.userIds.includes(id));
    try {
      const users = await this.matching(checked, password, passesOf(attempt, found.length));
      if (users.length === 0) return { users, refusedIds: found.map(({ id }) => id) };
      await this.throttle.forgive(
        counted,
        users.map(({ id }) => id),
      );
      return { users, refusedIds: [] };
    } catch (error) {
      await this.throttle.takeBack(counted);
      throw error;
    }
  }

  /** Returns the accounts of verified users. */
  accountsOf(users: readonly UserRow[]): Promise<AccountChoice[]> {
    return this.users.listAccounts(users.map(({ account_id }) => account_id));
  }

  /** Returns a `Set-Cookie` value. Later attempts of this user in this browser do not count with those of strangers. */
  rememberBrowser(userId: number, cookies: string | undefined): string {
    return this.throttle.rememberBrowser(userId, cookies);
  }

  /**
   * Call it after the password was verified. Throws 400 if the user has two-factor sign-in and the code is missing or
   * wrong, and 429 after too many wrong codes.
   */
  async assertCode(user: UserRow, code: string | undefined): Promise<void> {
    await this.twoFactor.assertPassed(user, code);
  }

  /**
   * Returns false if a verified user was deleted or changed since. Call it in the transaction that starts the session: a
   * password change during the argon2 pass ends only the sessions that already exist.
   */
  isStillValid(tx: Tx, user: UserRow): Promise<boolean> {
    return this.users.isUnchanged(tx, user);
  }

  private async find({ accountId, email }: SignInAttempt): Promise<UserRow[]> {
    if (accountId === null) return this.users.listByEmail(email, MAX_USERS);
    const user = await this.users.findInAccount(accountId, email);
    return user ? [user] : [];
  }

  /** Runs exactly `passes` argon2 passes, at least one for each user. */
  private async matching(users: readonly UserRow[], password: string, passes: number): Promise<UserRow[]> {
    const matching: UserRow[] = [];
    for (const user of users) if (await isPasswordOf(user.password_hash, password)) matching.push(user);
    for (let pass = users.length; pass < passes; pass += 1) await isPasswordOf(this.dummyHash, password);
    return matching;
  }
}

/** Returns how many argon2 passes an attempt costs when `found` users have its email. */
export function passesOf({ accountId }: SignInAttempt, found: number): number {
  return Math.max(found, accountId === null ? MIN_PASSES_OVER_ACCOUNTS : 1);
}
