import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import type { ChannelRow } from '../channels/channels.repository';
import type { CrawlError } from '../platforms/platform';
import { CrawlAnnouncer } from './crawl-announcer';
import { CrawledChannels } from './crawled-channels';
import { CrawlsRepository } from './crawls.repository';
import { PROFILE_ERROR_OF } from './failure';
import { MAX_FAILURES, nextAttempt } from './schedule';

/** A crawl that ends with an error: told once when it begins and once when the channel is given up. */
@Injectable()
export class CrawlFailure {
  constructor(
    private readonly crawled: CrawledChannels,
    private readonly crawls: CrawlsRepository,
    private readonly announcer: CrawlAnnouncer,
    private readonly clock: Clock,
  ) {}

  async record(tx: Tx, crawlId: number, channel: ChannelRow, error: CrawlError): Promise<void> {
    const now = this.clock.now();
    const failures = channel.consecutive_failures + 1;
    const disabled = failures >= MAX_FAILURES;
    const dueAt = nextAttempt(failures, now, error.info.retryAfterMs);
    const code = PROFILE_ERROR_OF[error.code];
    await this.crawls.postpone(tx, crawlId, dueAt, error.code === 'CURSOR_EXPIRED');
    if (failures === 1 || disabled) {
      const reason = disabled ? ('disabled' as const) : ('first_failure' as const);
      const failure = { reason, code, msg: error.message, nextAttempt: dueAt };
      await this.announcer.profileError(tx, { ...channel, consecutive_failures: failures }, failure);
    }
    await this.crawled.save(tx, channel, {
      status: disabled ? 'disabled' : 'error',
      error_code: code,
      error_msg: error.message,
      consecutive_failures: failures,
      last_checked: now,
      updated_on: now,
    });
  }
}
