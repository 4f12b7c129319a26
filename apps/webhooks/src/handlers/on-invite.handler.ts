import { Controller } from '@nestjs/common';
import {
  type DomainEvent,
  inviteClicked,
  inviteFailed,
  inviteReviewed,
  inviteSent,
  inviteUnsubscribed,
} from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { FanOutService } from '../fan-out/fan-out.service';
import { inviteNotification } from '../fan-out/notification';
import {
  SENT_INVITE,
  SENT_INVITE_FAILURE,
  SENT_INVITE_SENDING,
  type SentInvite,
} from '../fan-out/webhook-data';

/** Handles the events of invitations that webhooks announce. Those of queued and opened invitations are not announced. */
@Controller()
export class OnInvite {
  constructor(
    private readonly inbox: Inbox,
    private readonly fanOut: FanOutService,
  ) {}

  @OnEvent(inviteSent, ...SENT_INVITE_SENDING)
  async sent(event: DomainEvent<SentInvite>): Promise<void> {
    await this.announce(event, SENT_INVITE_SENDING);
  }

  @OnEvent(inviteClicked, ...SENT_INVITE)
  async clicked(event: DomainEvent<SentInvite>): Promise<void> {
    await this.announce(event, SENT_INVITE);
  }

  @OnEvent(inviteReviewed, ...SENT_INVITE)
  async reviewed(event: DomainEvent<SentInvite>): Promise<void> {
    await this.announce(event, SENT_INVITE);
  }

  @OnEvent(inviteUnsubscribed, ...SENT_INVITE)
  async unsubscribed(event: DomainEvent<SentInvite>): Promise<void> {
    await this.announce(event, SENT_INVITE);
  }

  @OnEvent(inviteFailed, ...SENT_INVITE_FAILURE)
  async failed(event: DomainEvent<SentInvite>): Promise<void> {
    await this.announce(event, SENT_INVITE_FAILURE);
  }

  private async announce(
    event: DomainEvent<SentInvite>,
    fields: readonly (keyof SentInvite)[],
  ): Promise<void> {
    await this.inbox.once(event, 'OnInvite', (tx) =>
      this.fanOut.queueDeliveries(tx, inviteNotification(event, fields)),
    );
  }
}
