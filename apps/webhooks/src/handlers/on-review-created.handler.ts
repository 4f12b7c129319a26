import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewCreated, type ReviewPayload } from '@plaudit/contracts';
import { FanOut } from '../fan-out/fan-out';
import { reviewNotification } from '../fan-out/notification';

/** Webhooks hear of collected reviews; who adds one through the API or the dashboard knows already. */
@Controller()
export class OnReviewCreated {
  constructor(private readonly fanOut: FanOut) {}

  @EventPattern(reviewCreated.pattern)
  async handle(@Payload() event: DomainEvent<ReviewPayload>): Promise<void> {
    if (event.data.origin !== 'channel') return;
    await this.fanOut.spread('OnReviewCreated', event, reviewNotification(event));
  }
}
