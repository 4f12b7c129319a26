import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, ratingChanged, type RatingChangedPayload } from '@plaudit/contracts';
import { FanOut } from '../fan-out/fan-out';
import { ratingNotification } from '../fan-out/notification';

@Controller()
export class OnRatingChanged {
  constructor(private readonly fanOut: FanOut) {}

  @EventPattern(ratingChanged.pattern)
  async handle(@Payload() event: DomainEvent<RatingChangedPayload>): Promise<void> {
    await this.fanOut.spread('OnRatingChanged', event, ratingNotification(event));
  }
}
