import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { base62, Randomness } from '@plaudit/runtime';
import { hashPassword, isPasswordOf } from '../accounts/password';
import { type UserRow, UsersRepository } from './users.repository';

const UNGUESSABLE = 40;

export interface Verdict {
  /** Null for whatever is wrong. */
  user: UserRow | null;
  /** Whose email it was when the password was wrong; null when it is nobody's. For the audit log alone. */
  refusedId: number | null;
}

/**
 * Whether an email and a password belong together. An unknown email costs the same argon2 pass as a wrong password, so
 * that the time of the answer does not tell who has a login here.
 */
@Injectable()
export class CredentialCheck implements OnModuleInit {
  private dummyHash = '';

  constructor(
    private readonly users: UsersRepository,
    private readonly randomness: Randomness,
  ) {}

  /** Made here and not written down, so that it always has the cost of the real ones. */
  async onModuleInit(): Promise<void> {
    this.dummyHash = await hashPassword(base62(UNGUESSABLE, (count) => this.randomness.bytes(count)));
  }

  async verify(email: string, password: string): Promise<Verdict> {
    const user = await this.users.findByEmail(email);
    const matches = await isPasswordOf(user?.password_hash ?? this.dummyHash, password);
    return matches ? { user, refusedId: null } : { user: null, refusedId: user?.id ?? null };
  }

  /**
   * Whether a user who was verified still is, in the transaction that lets them in: argon2 takes its time, and whoever
   * changes the password meanwhile ends only the sessions that are there.
   */
  isStill(tx: Tx, user: UserRow): Promise<boolean> {
    return this.users.isUnchanged(tx, user);
  }
}
