import { Injectable, Logger } from '@nestjs/common';
import { Database, firstBatches, type Tx } from '@plaudit/database';
import { Chore, Chores, warnOfFailure } from '@plaudit/runtime';
import { ChannelEventsPublisher } from '../channels/channel-events.publisher';
import { GroupChangesRepository } from './group-changes.repository';

/** The channels of one transaction. Their events take about 50 ms. */
const BATCH = 500;
const CHORE = 'group_changes';

/** Lets the channels of renamed and deleted properties follow, batch by batch. */
@Injectable()
export class GroupChangesService {
  private readonly logger = new Logger(GroupChangesService.name);

  constructor(
    private readonly database: Database,
    private readonly chores: Chores,
    private readonly changes: GroupChangesRepository,
    private readonly events: ChannelEventsPublisher,
  ) {}

  /** Works on the first channels of the property, and leaves the others to the background. Never rejects. */
  async begin(groupId: number): Promise<void> {
    try {
      await firstBatches(this.database, (tx) => this.batch(tx, groupId));
    } catch (error) {
      const message = 'Could not update the channels of a changed property yet';
      warnOfFailure(this.logger, message, error);
    }
    void this.chores.run(CHORE);
  }

  /** Works on channels that are left after properties were renamed or deleted. After a failure the other changes go first. */
  @Chore({ name: CHORE, everyMs: 30_000, per: 'process' })
  async workOn(): Promise<boolean> {
    try {
      return await this.database.transaction((tx) => this.batch(tx, null), 'background');
    } catch (error) {
      await this.database.transaction((tx) => this.changes.postponeNext(tx));
      throw error;
    }
  }

  /**
   * Works on the next channels of this property, or of the property whose change is due the longest. Publishes `channel.updated` for
   * each of them. Returns false if there was nothing to do.
   */
  private async batch(tx: Tx, groupId: number | null): Promise<boolean> {
    const change = await this.changes.lockNext(tx, groupId);
    if (!change) return false;
    const ids = await this.changes.channelIds(tx, change, BATCH);
    await this.events.followed(tx, await this.changes.follow(tx, change.group_id, ids));
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH) await this.changes.end(tx, change.group_id);
    else await this.changes.advance(tx, change.group_id, last);
    return true;
  }
}
