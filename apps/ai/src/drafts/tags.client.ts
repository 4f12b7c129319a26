import { Injectable, Logger } from '@nestjs/common';
import { ApiError, OWN_TAGS_PATH, type OwnTagsResponse } from '@plaudit/contracts';
import { ServiceClient } from '@plaudit/runtime';
import { AiEnv } from '../ai.env';
import { type AccountTag, MAX_OFFERED_TAGS } from '../generation/generated';

/** Asks the reviews service for tags. */
@Injectable()
export class TagsClient {
  private readonly logger = new Logger(TagsClient.name);

  constructor(
    private readonly services: ServiceClient,
    private readonly env: AiEnv,
  ) {}

  /**
   * Returns the most used tags of the caller's sub account, none if REVIEWS_URL is not set. Throws 503 if the reviews service does
   * not answer.
   */
  async mostUsed(): Promise<AccountTag[]> {
    if (!this.env.REVIEWS_URL) return [];
    const { status, body } = await this.services.request<OwnTagsResponse>('reviews', { path: OWN_TAGS_PATH });
    if (status === 200) return body.tags.slice(0, MAX_OFFERED_TAGS);
    // During an upgrade, a release that does not know the path may respond.
    this.logger.warn({ message: 'Got no tags from the reviews service', status });
    throw new ApiError('upstream_unavailable', 'The reviews service is not available; try again shortly.');
  }
}
