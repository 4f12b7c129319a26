import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, profileError, type ProfileErrorPayload } from '@plaudit/contracts';
import { FanOut } from '../fan-out/fan-out';
import { profileErrorNotification } from '../fan-out/notification';

@Controller()
export class OnProfileError {
  constructor(private readonly fanOut: FanOut) {}

  @EventPattern(profileError.pattern)
  async handle(@Payload() event: DomainEvent<ProfileErrorPayload>): Promise<void> {
    await this.fanOut.spread('OnProfileError', event, profileErrorNotification(event));
  }
}
