import { Controller } from '@nestjs/common';
import {
  type DomainEvent,
  type ForwardingPausedPayload,
  forwardingProviderPaused,
  forwardingSettingsPaused,
} from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { AdminMailsService } from '../user-mails/admin-mails.service';

const FIELDS = [
  'what',
  'id',
  'name',
  'addresses',
  'maker_type',
  'maker_id',
  'maker_name',
  'paused_on',
] as const;

/** Handles the pauses of AI providers, translators and settings of invitations. */
@Controller()
export class OnForwardingPaused {
  constructor(
    private readonly inbox: Inbox,
    private readonly mails: AdminMailsService,
  ) {}

  @OnEvent(forwardingProviderPaused, ...FIELDS)
  async provider(event: DomainEvent<ForwardingPausedPayload>): Promise<void> {
    await this.handle(event);
  }

  @OnEvent(forwardingSettingsPaused, ...FIELDS)
  async settings(event: DomainEvent<ForwardingPausedPayload>): Promise<void> {
    await this.handle(event);
  }

  private async handle(event: DomainEvent<ForwardingPausedPayload>): Promise<void> {
    await this.inbox.once(event, 'OnForwardingPaused', (tx) => this.mails.forwardingPaused(tx, event));
  }
}
