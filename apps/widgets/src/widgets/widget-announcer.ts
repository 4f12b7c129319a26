import { Injectable } from '@nestjs/common';
import { widgetChanged } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import type { Widget } from './widget';

/** Tells the other replicas, and whoever listens, what became of a widget. Its rev is that of the change. */
@Injectable()
export class WidgetAnnouncer {
  constructor(private readonly outbox: Outbox) {}

  async changed(tx: Tx, widgets: readonly Widget[], deleted = false): Promise<void> {
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
