import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { BusinessesService } from '../businesses/businesses.service';
import { ClosedSubAccountsRepository } from './closed-sub-accounts.repository';

/** Ends what a deleted sub account had planned. */
@Injectable()
export class ClosedSubAccountsService {
  constructor(
    private readonly businesses: BusinessesService,
    private readonly closed: ClosedSubAccountsRepository,
    private readonly clock: Clock,
  ) {}

  /** Marks the sub account as deleted and cancels its pending requests. */
  async close(tx: Tx, event: DomainEvent<{ id: number }>): Promise<void> {
    await this.businesses.delete(tx, event);
    await this.closed.cancelPending(tx, event.data.id, this.clock.now());
  }
}
