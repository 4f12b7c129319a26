import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { ChannelEventsPublisher } from '../channels/channel-events.publisher';
import { GroupChangesRepository } from './group-changes.repository';

/** The channels of one transaction. Their events take about 50 ms. */
const BATCH = 500;

/** Lets the channels of renamed and deleted properties follow, batch by batch. */
@Injectable()
export class GroupChangesService {
  constructor(
    private readonly changes: GroupChangesRepository,
    private readonly events: ChannelEventsPublisher,
  ) {}

  /**
   * Works on the next channels of this property, or of the property whose change is due the longest. Publishes `channel.updated` for
   * each of them. Returns false if there was nothing to do.
   */
  async batch(tx: Tx, groupId: number | null): Promise<boolean> {
    const change = await this.changes.lockNext(tx, groupId);
    if (!change) return false;
    const ids = await this.changes.channelIds(tx, change, BATCH);
    await this.events.followed(tx, await this.changes.follow(tx, change.group_id, ids));
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH) await this.changes.end(tx, change.group_id);
    else await this.changes.advance(tx, change.group_id, last);
    return true;
  }

  /** Lets the other changes go first after one has failed. */
  postponeNext(tx: Tx): Promise<void> {
    return this.changes.postponeNext(tx);
  }
}
