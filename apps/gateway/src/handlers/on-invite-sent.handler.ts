import { Controller } from '@nestjs/common';
import { inviteSent, type InviteSentPayload } from '@plaudit/contracts';
import { type EventWith, Inbox, OnEvent } from '@plaudit/events';
import { InviteCreditsService } from '../invite-credits/invite-credits.service';

@Controller()
export class OnInviteSent {
  constructor(
    private readonly inbox: Inbox,
    private readonly credits: InviteCreditsService,
  ) {}

  @OnEvent(inviteSent, 'id', 'step', 'happened_on')
  async handle(event: EventWith<InviteSentPayload, 'id' | 'step' | 'happened_on'>): Promise<void> {
    await this.inbox.once(event, 'OnInviteSent', (tx) => this.credits.count(tx, event));
  }
}
