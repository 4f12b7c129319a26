import { Injectable } from '@nestjs/common';
import type { ChannelPayload, DomainEvent } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { ChannelCopiesRepository } from '../embed/channel-copies.repository';
import type { Owner } from '../widgets/widget';
import { ContentRevsRepository } from './content-revs.repository';

/**
 * What widgets do about events of others, each once. The rev of a review's change was usually raised by the request
 * that made it; the event raises it for changes that no request waited for, and should that call have failed.
 */
@Injectable()
export class ContentChanges {
  constructor(
    private readonly inbox: Inbox,
    private readonly revs: ContentRevsRepository,
    private readonly channels: ChannelCopiesRepository,
  ) {}

  /** A neighbour says that something changed, and waits for the new rev. */
  async announced(owner: Owner): Promise<number> {
    return this.revs.bump(owner);
  }

  async reviewChanged(handler: string, event: DomainEvent): Promise<void> {
    await this.inbox.once(event, handler, async (tx) => this.revs.bumpWithin(tx, ownerOf(event)));
  }

  async channelChanged(handler: string, event: DomainEvent<ChannelPayload>, deleted: boolean): Promise<void> {
    await this.inbox.once(event, handler, async (tx) => {
      const applied = await this.channels.apply(tx, event, deleted);
      if (applied) await this.revs.bumpWithin(tx, ownerOf(event));
    });
  }
}

function ownerOf(event: DomainEvent): Owner {
  return { account_id: event.accountid, sub_account_id: event.subaccountid };
}
