import { Injectable } from '@nestjs/common';
import type { ChannelCountedPayload, DomainEvent } from '@plaudit/contracts';
import { afterCommit, Database, type Tx } from '@plaudit/database';
import { DriftMetrics } from '@plaudit/runtime';
import { ChannelCountsRepository } from './channel-counts.repository';

const COUNTER = 'channels';

/** Counts the channels of sub accounts from the events of channels. */
@Injectable()
export class ChannelCountsService {
  constructor(
    private readonly counts: ChannelCountsRepository,
    private readonly drift: DriftMetrics,
    database: Database,
  ) {
    drift.expose(COUNTER);
    drift.watch(COUNTER, () => database.transaction((tx) => counts.lastReconciled(tx), 'background'));
  }

  /** Counts a connected (1) or deleted (-1) channel. Only the sum matters, so events may arrive out of order. */
  async count(tx: Tx, event: DomainEvent, by: 1 | -1): Promise<void> {
    await this.counts.add(tx, event, by);
  }

  /** Corrects the number of the sub account that the owner of channels has counted, and reports the correction. */
  async reconcile(tx: Tx, event: DomainEvent<ChannelCountedPayload>): Promise<void> {
    const counters = await this.counts.reconcile(tx, event);
    afterCommit(tx, () => this.drift.report({ counter: COUNTER, counters }));
  }
}
