import { Controller } from '@nestjs/common';
import {
  type DomainEvent,
  inviteClicked,
  inviteFailed,
  inviteOpened,
  inviteQueued,
  inviteReviewed,
  inviteSent,
  inviteUnsubscribed,
} from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Inbox, OnEvent } from '@plaudit/events';
import { INVITE_FIELDS_READ, type InviteState } from '../invitations/invitation';
import { InvitationsService } from '../invitations/invitations.service';

/** Handles the events of invitations: each reports a stage that one invitation reached. */
@Controller()
export class OnInvite {
  constructor(
    private readonly inbox: Inbox,
    private readonly invitations: InvitationsService,
  ) {}

  @OnEvent(inviteQueued, ...INVITE_FIELDS_READ)
  async queued(event: DomainEvent<InviteState>): Promise<void> {
    await this.inbox.onceTogether(event, 'OnInvite', this.apply);
  }

  @OnEvent(inviteSent, ...INVITE_FIELDS_READ, 'delivery')
  async sent(event: DomainEvent<InviteState>): Promise<void> {
    await this.inbox.onceTogether(event, 'OnInvite', this.apply);
  }

  @OnEvent(inviteOpened, ...INVITE_FIELDS_READ)
  async opened(event: DomainEvent<InviteState>): Promise<void> {
    await this.inbox.onceTogether(event, 'OnInvite', this.apply);
  }

  @OnEvent(inviteClicked, ...INVITE_FIELDS_READ)
  async clicked(event: DomainEvent<InviteState>): Promise<void> {
    await this.inbox.onceTogether(event, 'OnInvite', this.apply);
  }

  @OnEvent(inviteReviewed, ...INVITE_FIELDS_READ)
  async reviewed(event: DomainEvent<InviteState>): Promise<void> {
    await this.inbox.onceTogether(event, 'OnInvite', this.apply);
  }

  @OnEvent(inviteUnsubscribed, ...INVITE_FIELDS_READ)
  async unsubscribed(event: DomainEvent<InviteState>): Promise<void> {
    await this.inbox.onceTogether(event, 'OnInvite', this.apply);
  }

  @OnEvent(inviteFailed, ...INVITE_FIELDS_READ)
  async failed(event: DomainEvent<InviteState>): Promise<void> {
    await this.inbox.onceTogether(event, 'OnInvite', this.apply);
  }

  private readonly apply = (tx: Tx, events: readonly DomainEvent<InviteState>[]): Promise<void> =>
    this.invitations.apply(tx, events);
}
