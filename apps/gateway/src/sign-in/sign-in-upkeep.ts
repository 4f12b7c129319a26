import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '@plaudit/runtime';
import { LoginLinksRepository } from './login-links.repository';
import { SessionsRepository } from './sessions.repository';

const HOUR_MS = 3_600_000;

/** Forgets sessions and links that have expired. Runs on each replica; what another one is at is passed over. */
@Injectable()
export class SignInUpkeep {
  private readonly logger = new Logger(SignInUpkeep.name);

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly links: LoginLinksRepository,
    private readonly clock: Clock,
  ) {}

  @Interval(HOUR_MS)
  async purge(): Promise<void> {
    const now = this.clock.now();
    try {
      await this.sessions.purge(now);
      await this.links.purge(now);
    } catch (error) {
      this.logger.warn('expired sessions and links stay for another hour', error);
    }
  }
}
