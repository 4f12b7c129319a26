import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '@plaudit/runtime';
import { SignInRepository } from './sign-in.repository';

const HOUR_MS = 3_600_000;

/** Deletes expired sessions and login links every hour, on every replica. Replicas skip each other's rows. */
@Injectable()
export class SignInCleanupWorker {
  private readonly logger = new Logger(SignInCleanupWorker.name);

  constructor(
    private readonly repository: SignInRepository,
    private readonly clock: Clock,
  ) {}

  @Interval(HOUR_MS)
  async deleteExpired(): Promise<void> {
    const now = this.clock.now();
    try {
      await this.repository.deleteExpired('sessions', now);
      await this.repository.deleteExpired('login_links', now);
    } catch (error) {
      this.logger.warn(
        'Could not delete expired sessions and login links; the next run is in an hour',
        error,
      );
    }
  }
}
