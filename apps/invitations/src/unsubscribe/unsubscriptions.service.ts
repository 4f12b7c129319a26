import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { ActivityRepository } from '../activity/activity.repository';
import { LifecycleService } from '../lifecycle/lifecycle.service';
import type { Cause } from '../lifecycle/sequence';
import type { RequestRow } from '../requests/request-rows';
import { SuppressionsRepository, suppressionOf } from '../suppressions/suppressions.repository';

/** How long a person can take back what they did on the page. */
const UNDO_SECONDS = 1_800;

/** Unsubscribes the recipients of messages, and takes that back. */
@Injectable()
export class UnsubscriptionsService {
  constructor(
    private readonly lifecycle: LifecycleService,
    private readonly suppressions: SuppressionsRepository,
    private readonly activity: ActivityRepository,
  ) {}

  /** Unsubscribes the recipient. A deleted message stays as it is, but the person gets no other one either. */
  async add(tx: Tx, message: RequestRow, cause: Cause): Promise<void> {
    if (message.deleted_on === null) await this.lifecycle.unsubscribed(tx, message, cause);
    else await this.lifecycle.suppress(tx, suppressionOf(message, 'unsubscribed'), cause);
  }

  /**
   * Takes back an unsubscription of the last 30 minutes, so that new requests to the person are sent again. Requests that were
   * skipped stay skipped. Returns false if there was none.
   */
  async undo(tx: Tx, message: RequestRow, at: Date): Promise<boolean> {
    await this.suppressions.lock(tx, [message]);
    const undone = await this.suppressions.removeRecent(tx, message, 'unsubscribed', UNDO_SECONDS);
    if (undone) {
      const detail = { undone: true };
      await this.activity.add(tx, [
        { requestId: message.id, type: 'unsubscribed', source: 'recipient', detail, at },
      ]);
    }
    return undone;
  }

  /** Returns what the link shows at first. */
  async stateOf(tx: Tx, message: RequestRow): Promise<'question' | 'done' | 'done_for_good'> {
    const found = await this.suppressions.find(tx, message);
    if (!found) return 'question';
    const undoable = found.reason === 'unsubscribed' && found.age_seconds <= UNDO_SECONDS;
    return undoable ? 'done' : 'done_for_good';
  }
}
