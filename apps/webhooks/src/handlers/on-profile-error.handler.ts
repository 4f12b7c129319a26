import { Controller } from '@nestjs/common';
import { type DomainEvent, profileError } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { FanOutService } from '../fan-out/fan-out.service';
import {
  PROFILE_ERROR_FIELDS,
  profileErrorNotification,
  type SentProfileError,
} from '../fan-out/notification';

@Controller()
export class OnProfileError {
  constructor(
    private readonly inbox: Inbox,
    private readonly fanOut: FanOutService,
  ) {}

  @OnEvent(profileError, ...PROFILE_ERROR_FIELDS)
  async handle(event: DomainEvent<SentProfileError>): Promise<void> {
    await this.inbox.once(event, 'OnProfileError', (tx) =>
      this.fanOut.queueDeliveries(tx, profileErrorNotification(event)),
    );
  }
}
