import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { AuditService } from '../audit/audit.service';
import type { UserRow } from '../users/users.repository';
import { guessDelayMs } from './guess-delay';
import { hashRecoveryCode, normaliseCode } from './recovery-codes';
import { TwoFactorSecretsService } from './two-factor-secrets.service';
import { TwoFactorsRepository } from './two-factors.repository';

export type TwoFactorUser = Pick<UserRow, 'id' | 'account_id' | 'two_factor_on'>;

/** Checks the code of a user's authenticator app, or a recovery code in its place. Each code works once. */
@Injectable()
export class TwoFactorCheckService {
  constructor(
    private readonly database: Database,
    private readonly twoFactors: TwoFactorsRepository,
    private readonly audit: AuditService,
    private readonly secrets: TwoFactorSecretsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns if the user's code is right, or if the user has no two-factor sign-in. Call it after the password was
   * verified. Throws 400 if the code is missing or wrong, and 429 after too many wrong codes.
   */
  async assertPassed(user: TwoFactorUser, typed: string | undefined): Promise<void> {
    if (user.two_factor_on === null) return;
    const code = normaliseCode(typed ?? '');
    if (code === '') {
      throw new ApiError(
        'two_factor_required',
        'This user has two-factor sign-in; send the code of the authenticator app or a recovery code as code.',
        { field: 'code' },
      );
    }
    await this.countGuess(user.id);
    if (!(await this.useCode(user, code))) {
      throw new ApiError(
        'invalid_credentials',
        'code is wrong or was used already; wait for the next code of the authenticator app.',
        { field: 'code' },
      );
    }
  }

  /** Counts a guess before its outcome is known, so that concurrent guesses cannot all pass. A right code resets it. */
  private async countGuess(userId: number): Promise<void> {
    const now = this.clock.now();
    await this.database.transaction(async (tx) => {
      const count = await this.twoFactors.lockGuessCount(tx, userId);
      if (!count) return;
      if (count.blocked_until && count.blocked_until > now) throw tooManyGuesses(count.blocked_until, now);
      const failures = count.failures + 1;
      const delay = guessDelayMs(failures);
      const blocked_until = delay > 0 ? new Date(now.getTime() + delay) : null;
      await this.twoFactors.saveGuessCount(tx, userId, { failures, blocked_until });
    });
  }

  private async useCode({ id, account_id }: TwoFactorUser, code: string): Promise<boolean> {
    const encrypted = await this.twoFactors.findSecret(id);
    const step = encrypted && this.secrets.stepOf(id, encrypted, code);
    return this.database.transaction(async (tx) => {
      if (step !== null) return this.twoFactors.useStep(tx, id, step);
      const left = await this.twoFactors.useRecoveryCode(tx, id, hashRecoveryCode(code));
      if (left === null) return false;
      await this.audit.note(
        tx,
        { accountId: account_id, keyId: null, userId: id },
        { action: 'user.recovery_code_used', target: { type: 'user', id }, after: { recovery_codes: left } },
      );
      return true;
    });
  }
}

function tooManyGuesses(until: Date, now: Date): ApiError {
  const wait = Math.ceil((until.getTime() - now.getTime()) / 1_000);
  return new ApiError('rate_limited', `Too many wrong codes; try again in ${wait} s.`, {
    field: 'code',
    retry_after_seconds: wait,
  });
}
