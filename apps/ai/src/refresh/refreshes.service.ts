import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { QueueNotifier } from '@plaudit/queue';
import type { KnownChannel } from '../channels/channels.read-model';
import type { DatedText } from '../generations/freshness';
import { FreshnessService } from '../generations/freshness.service';
import { GenerationBudgetService } from '../generations/generation-budget.service';
import { REFRESHES, RefreshesRepository } from './refreshes.repository';

/** Finds out on reading that a summary is out of date, and has it written again in the background. */
@Injectable()
export class RefreshesService {
  constructor(
    private readonly freshness: FreshnessService,
    private readonly budget: GenerationBudgetService,
    private readonly refreshes: RefreshesRepository,
    private readonly notifier: QueueNotifier,
  ) {}

  /**
   * Returns true if the summary of a channel is out of date. It is written again once, unless the automatic share of the account's
   * generations is used up today.
   */
  async isStale(principal: Principal, channel: KnownChannel, summary: DatedText): Promise<boolean> {
    if (!(await this.freshness.isOutdated(channel, summary))) return false;
    const spender = { ...this.budget.spenderOf(principal), share: 'automatic' as const };
    const isQueued = (await this.budget.isLeft(spender)) && (await this.refreshes.add(channel, spender.cap));
    if (isQueued) this.notifier.wake(REFRESHES);
    return true;
  }
}
