import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewUpdated, type ReviewUpdatedPayload } from '@plaudit/contracts';
import { FanOut } from '../fan-out/fan-out';
import { reviewUpdatedNotification } from '../fan-out/notification';

@Controller()
export class OnReviewUpdated {
  constructor(private readonly fanOut: FanOut) {}

  @EventPattern(reviewUpdated.pattern)
  async handle(@Payload() event: DomainEvent<ReviewUpdatedPayload>): Promise<void> {
    await this.fanOut.spread('OnReviewUpdated', event, reviewUpdatedNotification(event));
  }
}
