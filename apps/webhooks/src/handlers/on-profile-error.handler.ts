import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, profileError, type ProfileErrorPayload } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { FanOutService } from '../fan-out/fan-out.service';
import { profileErrorNotification } from '../fan-out/notification';

@Controller()
export class OnProfileError {
  constructor(
    private readonly inbox: Inbox,
    private readonly fanOut: FanOutService,
  ) {}

  @EventPattern(profileError.pattern)
  async handle(@Payload() event: DomainEvent<ProfileErrorPayload>): Promise<void> {
    await this.inbox.once(event, 'OnProfileError', (tx) =>
      this.fanOut.queueDeliveries(tx, profileErrorNotification(event)),
    );
  }
}
