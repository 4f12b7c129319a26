import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { base62, Randomness } from '@plaudit/runtime';
import { TwoFactorCheckService } from '../two-factor/two-factor-check.service';
import { hashPassword, isPasswordOf } from './password';
import { type UserRow, UsersRepository } from './users.repository';

const DUMMY_PASSWORD_LENGTH = 40;

export interface CredentialCheckResult {
  /** Null if the email is unknown or the password is wrong. */
  user: UserRow | null;
  /** Id of the user with this email if only the password was wrong, else null. Only for the audit log. */
  refusedId: number | null;
}

/**
 * Checks an email and password. An unknown email costs the same argon2 pass as a wrong password, so that the response
 * time does not reveal which emails have a login.
 */
@Injectable()
export class CredentialCheckService implements OnModuleInit {
  private dummyHash = '';

  constructor(
    private readonly users: UsersRepository,
    private readonly randomness: Randomness,
    private readonly twoFactor: TwoFactorCheckService,
  ) {}

  /** Computes the dummy hash at start rather than using a constant, so that it always has the cost of real hashes. */
  async onModuleInit(): Promise<void> {
    this.dummyHash = await hashPassword(
      base62(DUMMY_PASSWORD_LENGTH, (count) => this.randomness.bytes(count)),
    );
  }

  async verify(email: string, password: string): Promise<CredentialCheckResult> {
    const [user = null] = await this.users.listByEmail(email);
    const matches = await isPasswordOf(user?.password_hash ?? this.dummyHash, password);
    return matches ? { user, refusedId: null } : { user: null, refusedId: user?.id ?? null };
  }

  /** Returns the user with this id if the password is right, or else null. */
  async verifyUser(accountId: number, id: number, password: string): Promise<UserRow | null> {
    const user = await this.users.find(accountId, id);
    return user && (await isPasswordOf(user.password_hash, password)) ? user : null;
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
}
