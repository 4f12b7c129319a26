import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { type CountedMessage, CreditsRepository } from '../credits/credits.repository';
import type { RequestRow } from '../requests/request-rows';
import { LanesRepository } from './lanes.repository';

/** The places of messages in the queue: in the lane, while they wait, and on the day that counts them, once they are prepared. */
@Injectable()
export class QueuePlacesRepository {
  constructor(
    private readonly lanes: LanesRepository,
    private readonly credits: CreditsRepository,
  ) {}

  /**
   * Makes the lanes of those of the stored messages due that wait. Gives the days back that count messages which are not sent now.
   * The caller holds the locks of the messages.
   */
  async update(tx: Tx, stored: readonly RequestRow[], unsent: readonly CountedMessage[] = []): Promise<void> {
    this.lanes.note(tx, stored);
    await this.credits.giveDaysBack(tx, unsent);
  }
}
