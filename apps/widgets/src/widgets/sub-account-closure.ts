import { Injectable } from '@nestjs/common';
import type { DomainEvent, SubAccountDeletedPayload } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { WidgetAnnouncer } from './widget-announcer';
import { WidgetsRepository } from './widgets.repository';

/** What becomes of the widgets of a sub account that was deleted: they stay, inactive, and pages show nothing. */
@Injectable()
export class SubAccountClosure {
  constructor(
    private readonly inbox: Inbox,
    private readonly widgets: WidgetsRepository,
    private readonly announcer: WidgetAnnouncer,
  ) {}

  async close(handler: string, event: DomainEvent<SubAccountDeletedPayload>): Promise<void> {
    await this.inbox.once(event, handler, async (tx) => {
      const owner = { account_id: event.accountid, sub_account_id: event.data.id };
      await this.announcer.changed(tx, await this.widgets.close(tx, owner));
    });
  }
}
