import { Controller } from '@nestjs/common';
import { type DomainEvent, inviteSnapshot, type InviteSnapshotPayload } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { InvitationsService } from '../invitations/invitations.service';

@Controller()
export class OnInviteSnapshot {
  constructor(
    private readonly inbox: Inbox,
    private readonly invitations: InvitationsService,
  ) {}

  @OnEvent(inviteSnapshot, 'after', 'through', 'begun_on', 'records')
  async handle(event: DomainEvent<InviteSnapshotPayload>): Promise<void> {
    await this.inbox.once(event, 'OnInviteSnapshot', (tx) => this.invitations.applySnapshot(tx, event));
  }
}
