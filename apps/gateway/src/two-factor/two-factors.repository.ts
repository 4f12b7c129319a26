import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { UserEntity } from '../users/user.entity';
import { TwoFactorEntity } from './two-factor.entity';

/** A user's two-factor sign-in. `secret_enc` without `two_factor_on` belongs to a setup that was not confirmed. */
export interface TwoFactorState {
  id: number;
  two_factor_on: Date | null;
  secret_enc: Buffer | null;
}

const NOW = (): string => 'now()';

type GuessCount = Pick<TwoFactorEntity, 'failures' | 'blocked_until'>;

@Injectable()
export class TwoFactorsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the state of a user, and locks the user until the transaction ends. Call it while holding the account lock. */
  async lockState(tx: Tx, userId: number): Promise<TwoFactorState> {
    const [row] = await queryRows<TwoFactorState>(
      tx,
      `select u.id, u.two_factor_on, t.secret_enc from users u left join two_factors t on t.user_id = u.id
        where u.id = $1 for update of u`,
      [userId],
    );
    if (!row) throw new Error(`user ${userId} was not found although the account was locked`);
    return row;
  }

  /** Returns the encrypted secret of a user, also if the setup is not finished, or null. */
  async findSecret(userId: number): Promise<Buffer | null> {
    const found = await this.database.read((manager) =>
      manager.findOneBy(TwoFactorEntity, { user_id: userId }),
    );
    return found?.secret_enc ?? null;
  }

  /** Returns how many recovery codes a user has left. */
  async countRecoveryCodes(userId: number): Promise<number> {
    const [row] = await this.database.query<{ left: number }>(
      'select cardinality(recovery_hashes) as left from two_factors where user_id = $1',
      [userId],
    );
    return row?.left ?? 0;
  }

  /** Returns the count of wrong codes and locks the row, so that concurrent guesses are counted one after another. */
  lockGuessCount(tx: Tx, userId: number): Promise<GuessCount | null> {
    return tx.findOne(TwoFactorEntity, {
      where: { user_id: userId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async saveGuessCount(tx: Tx, userId: number, { failures, blocked_until }: GuessCount): Promise<void> {
    await tx.update(TwoFactorEntity, { user_id: userId }, { failures, blocked_until });
  }

  /** Uses the code of a step up and forgets the wrong codes. Returns false if this step or a later one was used. */
  async useStep(tx: Tx, userId: number, step: number): Promise<boolean> {
    const rows = await queryRows(
      tx,
      `update two_factors set last_step = $2, failures = 0, blocked_until = null
        where user_id = $1 and (last_step is null or last_step < $2) returning user_id`,
      [userId, step],
    );
    return rows.length > 0;
  }

  /** Uses a recovery code up and forgets the wrong codes. Returns how many are left, or null if the code is wrong. */
  async useRecoveryCode(tx: Tx, userId: number, hash: Buffer): Promise<number | null> {
    const [row] = await queryRows<{ left: number }>(
      tx,
      `update two_factors
          set recovery_hashes = array_remove(recovery_hashes, $2), failures = 0, blocked_until = null
        where user_id = $1 and $2 = any (recovery_hashes) returning cardinality(recovery_hashes) as left`,
      [userId, hash],
    );
    return row?.left ?? null;
  }

  /** Stores the secret of a new setup in place of an unfinished one. */
  async start(tx: Tx, userId: number, secret: Buffer): Promise<void> {
    await queryRows(
      tx,
      `insert into two_factors (user_id, secret_enc) values ($1, $2)
       on conflict (user_id) do update set secret_enc = excluded.secret_enc, last_step = null`,
      [userId, secret],
    );
  }

  async saveRecoveryCodes(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
    await tx.update(TwoFactorEntity, { user_id: userId }, { recovery_hashes: [...hashes] });
  }

  async switchOn(tx: Tx, userId: number): Promise<void> {
    await tx.update(UserEntity, { id: userId }, { two_factor_on: NOW, updated_on: NOW });
  }

  /** Deletes the secret and the recovery codes too. */
  async switchOff(tx: Tx, userId: number): Promise<void> {
    await tx.update(UserEntity, { id: userId }, { two_factor_on: null, updated_on: NOW });
    await tx.delete(TwoFactorEntity, { user_id: userId });
  }
}
