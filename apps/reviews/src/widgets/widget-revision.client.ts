import { Injectable, Logger } from '@nestjs/common';
import { type Tenant, WIDGET_CONTENT_CHANGED_PATH } from '@plaudit/contracts';
import { ServiceClient } from '@plaudit/runtime';

/** How long a response waits for widgets to take the notice. */
const MAX_WAIT_MS = 250;

/**
 * Notifies widgets, before the client has its response, that approved reviews of a sub account changed. Widgets also asks
 * whether they changed before it answers a visitor, so that a lost notice changes nothing. The notice counts when widgets
 * gets no answer to that question.
 */
@Injectable()
export class WidgetRevisionClient {
  private readonly logger = new Logger(WidgetRevisionClient.name);

  constructor(private readonly services: ServiceClient) {}

  /** Never throws. Waits at most 250 ms times SERVICE_TIMEOUT_FACTOR. */
  async contentChanged({ account_id, sub_account_id }: Tenant): Promise<void> {
    try {
      const { status } = await this.services.request('widgets', {
        method: 'POST',
        path: WIDGET_CONTENT_CHANGED_PATH,
        body: { account_id, sub_account_id },
        timeoutMs: MAX_WAIT_MS,
      });
      if (status !== 200)
        this.logger.warn(
          `widgets answered ${status} to a notice of changed reviews; it asks for changes itself`,
        );
    } catch (error) {
      this.logger.warn(
        `widgets could not be notified of changed reviews and asks for changes itself: ${(error as Error).message}`,
      );
    }
  }
}
