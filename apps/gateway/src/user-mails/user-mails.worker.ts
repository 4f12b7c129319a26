import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { warnOfFailure } from '@plaudit/runtime';
import { DueMailsService } from './due-mails.service';

const POLL_MS = 5_000;
/** A conversation that takes longer is left to the lease. */
const DRAIN_MS = 10_000;

/** Sends due mails to users, on every replica. Looks every five seconds, and at once when mails were stored. */
@Injectable()
export class UserMailsWorker implements OnModuleDestroy {
  private readonly logger = new Logger(UserMailsWorker.name);
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(private readonly mails: DueMailsService) {}

  /** Calls that overlap share one run. Never rejects. */
  @Interval(POLL_MS)
  async run(): Promise<void> {
    if (this.stopping) return;
    this.running ??= this.sendAll().finally(() => {
      this.running = null;
    });
    await this.running;
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<void>((resolve) => (timer = setTimeout(resolve, DRAIN_MS)));
    await Promise.race([this.running, expired]);
    clearTimeout(timer);
  }

  private async sendAll(): Promise<void> {
    try {
      let isLeft = true;
      while (isLeft && !this.stopping) isLeft = await this.mails.sendSome();
    } catch (error) {
      warnOfFailure(this.logger, 'Could not send mails to users; the next run is in five seconds', error);
    }
  }
}
