import { Injectable, Logger } from '@nestjs/common';
import { WIDGET_CONTENT_CHANGED_PATH } from '@plaudit/contracts';
import { ServiceClient } from '@plaudit/runtime';

/** Longest that an answer waits for the widgets to hear of a change; the review's event tells them later anyway. */
const MAX_WAIT_MS = 250;

/** Tells widgets, before the client has its answer, that what a sub account's widgets show has changed. */
@Injectable()
export class WidgetRevisionClient {
  private readonly logger = new Logger(WidgetRevisionClient.name);

  constructor(private readonly services: ServiceClient) {}

  /** Never throws, and waits 250 ms at most, times SERVICE_TIMEOUT_FACTOR. */
  async bump(accountId: number, subAccountId: number): Promise<void> {
    try {
      const { status } = await this.services.request('widgets', {
        method: 'POST',
        path: WIDGET_CONTENT_CHANGED_PATH,
        body: { account_id: accountId, sub_account_id: subAccountId },
        timeoutMs: MAX_WAIT_MS,
      });
      if (status !== 200)
        this.logger.warn(`widgets answered ${status} to a new revision; the event will tell it`);
    } catch (error) {
      this.logger.warn(`widgets was not told of a change, the event will: ${(error as Error).message}`);
    }
  }
}
