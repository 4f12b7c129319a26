import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import type { ChannelRow } from '../../channels/channels.repository';
import { CrawlError, isTransient, PROFILE_ERROR_OF } from '../../platforms/crawl-error';
import { BLOCKED_MESSAGE } from '../http/http-errors';
import type { CrawlEntity } from '../queue/crawl.entity';
import { CrawlsRepository } from '../queue/crawls.repository';
import { afterChallenge, afterRateLimit, MAX_FAILURES, nextAttempt } from '../queue/schedule';
import { CrawlEventsPublisher } from './crawl-events.publisher';
import { CrawledChannelService } from './crawled-channel.service';

/** Stores a failed crawl and schedules the next attempt. Disables the channel after the tenth consecutive failure. */
@Injectable()
export class CrawlFailureService {
  constructor(
    private readonly channels: CrawledChannelService,
    private readonly crawls: CrawlsRepository,
    private readonly events: CrawlEventsPublisher,
    private readonly clock: Clock,
  ) {}

  /**
   * Publishes `profile.error` only for the failure that gives the channel the status `error` and for the one that disables it.
   * A platform that limits our requests has no fault, and neither has the channel, so that does not count. A challenge counts,
   * so that waiting for it ends.
   */
  async store(tx: Tx, crawl: CrawlEntity, channel: ChannelRow, error: CrawlError): Promise<void> {
    const now = this.clock.now();
    const { retryAfterMs } = error.info;
    if (error.code === 'RATE_LIMITED') {
      const dueAt = afterRateLimit(now, retryAfterMs);
      await this.wait(tx, crawl, channel, error, { dueAt, failures: channel.consecutive_failures });
      return;
    }
    if (error.code !== 'CHALLENGED') {
      await this.fail(tx, crawl, channel, error);
      return;
    }
    const failures = channel.consecutive_failures + 1;
    const dueAt = afterChallenge(failures, now, retryAfterMs);
    if (dueAt !== null) await this.wait(tx, crawl, channel, error, { dueAt, failures });
    else await this.fail(tx, crawl, channel, new CrawlError('BLOCKED', BLOCKED_MESSAGE, error.info));
  }

  private async wait(
    tx: Tx,
    crawl: CrawlEntity,
    channel: ChannelRow,
    error: CrawlError,
    { dueAt, failures }: { dueAt: Date; failures: number },
  ): Promise<void> {
    await this.crawls.postpone(tx, crawl.id, dueAt, false);
    await this.channels.save(tx, crawl, channel, {
      error_code: PROFILE_ERROR_OF[error.code],
      error_msg: `${error.message} We try again automatically.`,
      consecutive_failures: failures,
      last_checked: this.clock.now(),
    });
  }

  private async fail(tx: Tx, crawl: CrawlEntity, channel: ChannelRow, error: CrawlError): Promise<void> {
    const now = this.clock.now();
    const failures = channel.consecutive_failures + 1;
    const disabled = failures >= MAX_FAILURES;
    const dueAt = nextAttempt(failures, now, error.info.retryAfterMs);
    const code = PROFILE_ERROR_OF[error.code];
    const retried = isTransient(error) && !disabled;
    const msg = retried ? `${error.message} We try again automatically.` : error.message;
    await this.crawls.postpone(tx, crawl.id, dueAt, error.code === 'CURSOR_EXPIRED');
    if (channel.status !== 'error' || disabled) {
      const reason = disabled ? ('disabled' as const) : ('first_failure' as const);
      const failure = { reason, code, msg, nextAttempt: dueAt };
      await this.events.profileError(tx, { ...channel, consecutive_failures: failures }, failure);
    }
    await this.channels.save(tx, crawl, channel, {
      status: disabled ? 'disabled' : 'error',
      error_code: code,
      error_msg: msg,
      consecutive_failures: failures,
      last_checked: now,
    });
  }
}
