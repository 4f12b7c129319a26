import { Controller } from '@nestjs/common';
import { type DomainEvent, profileError } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { FanOutService } from '../fan-out/fan-out.service';
import { profileErrorNotification } from '../fan-out/notification';
import { SENT_PROFILE_ERROR, type SentProfileError } from '../fan-out/webhook-data';

@Controller()
export class OnProfileError {
  constructor(
    private readonly inbox: Inbox,
    private readonly fanOut: FanOutService,
  ) {}

  @OnEvent(profileError, ...SENT_PROFILE_ERROR)
  async handle(event: DomainEvent<SentProfileError>): Promise<void> {
    await this.inbox.once(event, 'OnProfileError', (tx) =>
      this.fanOut.queueDeliveries(tx, profileErrorNotification(event)),
    );
  }
}
