import { Injectable, Logger } from '@nestjs/common';
import { type Tenant, WIDGET_CONTENT_CHANGED_PATH } from '@plaudit/contracts';
import { ServiceClient } from '@plaudit/runtime';

/** How long a response waits for widgets to take the notice. They also learn of the change from the review's event. */
const MAX_WAIT_MS = 250;

/** Notifies widgets, before the client has its response, that approved reviews of a sub account changed. */
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
          `widgets answered ${status} to a notice of changed reviews; it will learn of them by event`,
        );
    } catch (error) {
      this.logger.warn(
        `widgets could not be notified of changed reviews and will learn of them by event: ${(error as Error).message}`,
      );
    }
  }
}
