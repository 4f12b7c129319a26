import { Injectable } from '@nestjs/common';
import { ChannelsReadModel } from '../channels/channels.read-model';
import { FreshnessService } from '../generations/freshness.service';
import { GenerationsService } from '../generations/generations.service';
import type { StoredSummary } from '../summaries/summary';
import { type SummaryTask, SummaryTaskFactory } from '../summaries/summary-task.factory';
import type { RefreshEntity } from './refresh.entity';

/** Writes stale summaries again. */
@Injectable()
export class SummaryRefreshService {
  constructor(
    private readonly channels: ChannelsReadModel,
    private readonly freshness: FreshnessService,
    private readonly tasks: SummaryTaskFactory,
    private readonly generations: GenerationsService,
  ) {}

  /**
   * Writes the summary of the channel as the last POST asked for. Does nothing if the channel is gone, if the summary was written
   * meanwhile, or if the automatic share of the account's generations is used up today.
   */
  async refresh({ id, account_id, sub_account_id, daily_cap }: RefreshEntity): Promise<void> {
    const channel = await this.channels.find(id, { account_id, sub_account_id });
    if (!channel) return;
    const task = await this.tasks.again(channel);
    const spender = { account_id, cap: daily_cap, share: 'automatic' as const };
    await this.generations.inBackground(spender, { ...task, find: () => this.findFresh(task) });
  }

  private async findFresh({ channel, find }: SummaryTask): Promise<StoredSummary | null> {
    const stored = await find();
    return stored && !(await this.freshness.isOutdated(channel, stored)) ? stored : null;
  }
}
