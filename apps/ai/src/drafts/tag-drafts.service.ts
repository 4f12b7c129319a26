import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import type { AccountTag } from '../generation/generated';
import { DraftsService } from './drafts.service';
import type { KnownReview } from './known-review';
import { TagsClient } from './tags.client';

export interface TagDraft {
  id: number;
  tags: AccountTag[];
  /** Null if the sub account has no tags. */
  model: string | null;
  generated_on: string;
}

/** Suggests tags for reviews. */
@Injectable()
export class TagDraftsService {
  constructor(
    private readonly tags: TagsClient,
    private readonly drafts: DraftsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns those of the sub account's own tags that fit the review, the best first. A sub account without tags gets none, and
   * nothing is counted. Throws 503 if the reviews service is away, and 429 if the daily cap is reached.
   */
  async suggest(principal: Principal, review: KnownReview): Promise<TagDraft> {
    const tags = await this.tags.mostUsed();
    if (tags.length === 0) {
      return { id: review.id, tags: [], model: null, generated_on: this.clock.now().toISOString() };
    }
    const draft = await this.drafts.write(principal, 'tags', (generator) => generator.tags({ review, tags }));
    const suggested = draft.value.ids.flatMap((id) => tags.find((tag) => tag.id === id) ?? []);
    return { id: review.id, tags: suggested, model: draft.model, generated_on: draft.generated_on };
  }
}
