import { Injectable } from '@nestjs/common';
import { widgetChanged } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import type { Widget } from './widget';

/** Writes `widget.changed` events into the outbox, in the transaction of the change. */
@Injectable()
export class WidgetChangesPublisher {
  constructor(private readonly outbox: Outbox) {}

  /** The `rev` of each widget becomes the version of its event, so it must already include the change. */
  async publish(tx: Tx, widgets: readonly Widget[], deleted = false): Promise<void> {
    await this.outbox.addAll(
      tx,
      widgetChanged,
      widgets.map(({ account_id, sub_account_id, rev, id, key, type, name, active }) => ({
        accountId: account_id,
        subAccountId: sub_account_id,
        subject: id,
        version: rev,
        data: { id, key, type, name, active, deleted },
      })),
    );
  }
}
