import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '@plaudit/runtime';
import { SignInAttemptsRepository } from './sign-in-attempts.repository';
import { SignInRepository } from './sign-in.repository';

const HOUR_MS = 3_600_000;
/** A counter takes about 150 bytes. A flood of attempts can exceed this until the next run. */
const MAX_COUNTERS = 500_000;

/** Deletes expired sessions, links and counters of attempts every hour, on every replica. Replicas skip each other's rows. */
@Injectable()
export class SignInCleanupWorker {
  private readonly logger = new Logger(SignInCleanupWorker.name);

  constructor(
    private readonly repository: SignInRepository,
    private readonly attempts: SignInAttemptsRepository,
    private readonly clock: Clock,
  ) {}

  @Interval(HOUR_MS)
  async deleteExpired(): Promise<void> {
    const now = this.clock.now();
    try {
      await this.repository.deleteExpired('sessions', now);
      await this.repository.deleteExpired('login_links', now);
      await this.repository.deleteExpired('setup_links', now);
      await this.repository.deleteExpired('password_resets', now);
      await this.repository.deleteExpired('sign_in_attempts', now);
      await this.attempts.deleteBeyond(MAX_COUNTERS);
    } catch (error) {
      this.logger.warn(
        'Could not delete expired sessions, links and counters; the next run is in an hour',
        error,
      );
    }
  }
}
