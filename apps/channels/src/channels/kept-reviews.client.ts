import { Injectable, Logger } from '@nestjs/common';
import { channelReviewsPath, type ChannelReviewsResponse } from '@plaudit/contracts';
import { ServiceClient } from '@plaudit/runtime';
import { ChannelsEnv } from '../channels.env';

/** A deletion does not wait long for a number. */
const TIMEOUT_MS = 1_000;

/** Asks the reviews service how many reviews a channel has. */
@Injectable()
export class KeptReviewsClient {
  private readonly logger = new Logger(KeptReviewsClient.name);

  constructor(
    private readonly services: ServiceClient,
    private readonly env: ChannelsEnv,
  ) {}

  /** Returns the number, or null if the reviews service does not answer or REVIEWS_URL is not set. */
  async count(channelId: number): Promise<number | null> {
    if (!this.env.REVIEWS_URL) return null;
    try {
      const request = { path: channelReviewsPath(channelId), timeoutMs: TIMEOUT_MS };
      const { status, body } = await this.services.request<ChannelReviewsResponse>('reviews', request);
      if (status === 200) return body.count;
      this.logger.warn({ message: 'Got no count from the reviews service', channel_id: channelId, status });
    } catch {
      // The ServiceClient has logged the error.
    }
    return null;
  }
}
