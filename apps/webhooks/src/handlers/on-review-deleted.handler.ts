import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewDeleted, type ReviewPayload } from '@plaudit/contracts';
import { FanOut } from '../fan-out/fan-out';
import { reviewNotification } from '../fan-out/notification';

@Controller()
export class OnReviewDeleted {
  constructor(private readonly fanOut: FanOut) {}

  @EventPattern(reviewDeleted.pattern)
  async handle(@Payload() event: DomainEvent<ReviewPayload>): Promise<void> {
    await this.fanOut.spread('OnReviewDeleted', event, reviewNotification(event));
  }
}
