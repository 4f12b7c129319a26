import { Injectable } from '@nestjs/common';
import { Clock, placeIn, Randomness, type SealedColumn, Secrets } from '@plaudit/runtime';
import { generateRecoveryCodes } from './recovery-codes';
import { generateSecret, stepOfCode } from './totp';

export const TWO_FACTOR_SECRET: SealedColumn = {
  schema: 'gateway',
  table: 'two_factors',
  column: 'secret_enc',
  key: 'user_id',
};

/** Generates the secrets of two-factor sign-in. Stored secrets are encrypted. */
@Injectable()
export class TwoFactorSecretsService {
  constructor(
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {}

  /** Returns a new secret for an authenticator app, and the form in which it is stored for this user. */
  generate(userId: number): { secret: string; encrypted: Buffer } {
    const secret = generateSecret((count) => this.randomness.bytes(count));
    return { secret, encrypted: this.secrets.encrypt(secret, placeIn(TWO_FACTOR_SECRET, userId)) };
  }

  /** Returns the step of a code that an app shows for the user's stored secret, or null if the code is wrong. */
  stepOf(userId: number, encrypted: Buffer, code: string): number | null {
    const secret = this.secrets.decrypt(encrypted, placeIn(TWO_FACTOR_SECRET, userId));
    return stepOfCode(secret, code, this.clock.now());
  }

  generateRecoveryCodes(): string[] {
    return generateRecoveryCodes((count) => this.randomness.bytes(count));
  }
}
