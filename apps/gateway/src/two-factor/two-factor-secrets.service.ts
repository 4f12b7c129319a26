import { Injectable } from '@nestjs/common';
import { Clock, Randomness, Secrets } from '@plaudit/runtime';
import { generateRecoveryCodes } from './recovery-codes';
import { generateSecret, stepOfCode } from './totp';

/** Generates the secrets of two-factor sign-in. Stored secrets are encrypted. */
@Injectable()
export class TwoFactorSecretsService {
  constructor(
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {}

  /** Returns a new secret for an authenticator app, and the form in which it is stored. */
  generate(): { secret: string; encrypted: Buffer } {
    const secret = generateSecret((count) => this.randomness.bytes(count));
    return { secret, encrypted: this.secrets.encrypt(secret) };
  }

  /** Returns the step of a code that an app shows for the stored secret, or null if the code is wrong. */
  stepOf(encrypted: Buffer, code: string): number | null {
    return stepOfCode(this.secrets.decrypt(encrypted), code, this.clock.now());
  }

  generateRecoveryCodes(): string[] {
    return generateRecoveryCodes((count) => this.randomness.bytes(count));
  }
}
