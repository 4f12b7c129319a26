import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import {
  accountSubAccountDeleted,
  type DomainEvent,
  type SubAccountDeletedPayload,
} from '@plaudit/contracts';
import { SubAccountClosure } from '../channels/sub-account-closure';

@Controller()
export class OnSubAccountDeleted {
  constructor(private readonly closure: SubAccountClosure) {}

  @EventPattern(accountSubAccountDeleted.pattern)
  async handle(@Payload() event: DomainEvent<SubAccountDeletedPayload>): Promise<void> {
    await this.closure.close(OnSubAccountDeleted.name, event);
  }
}
