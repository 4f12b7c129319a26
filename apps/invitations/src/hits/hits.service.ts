import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import type { Link } from '../links/link-token';
import type { InviteSettings } from '../settings/invite-settings';
import type { Visitor } from './hit';
import { HitsRepository } from './hits.repository';

/** Records the requests of links. Whether a person or a program sent them is decided later. */
@Injectable()
export class HitsService {
  constructor(private readonly hits: HitsRepository) {}

  /**
   * Stores a hit if the settings profile of the message counts hits of this kind. Hidden links and views of the page for
   * unsubscribing are not counted, but they are evidence about the other hits.
   */
  async record(
    tx: Tx,
    link: Link,
    { tracking }: Pick<InviteSettings, 'tracking'>,
    visitor: Visitor,
  ): Promise<void> {
    const wanted = {
      review: tracking.clicks,
      open: tracking.opens,
      unsubscribe: tracking.clicks || tracking.opens,
      trap: tracking.clicks || tracking.opens,
    };
    if (wanted[link.kind]) await this.hits.add(tx, link, visitor);
  }
}
