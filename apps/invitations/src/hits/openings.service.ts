import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { VisitedMessagesService } from '../links/visited-messages.service';
import type { Visitor } from './hit';
import { HitsService } from './hits.service';

/** Records that the image of a mail was requested. */
@Injectable()
export class OpeningsService {
  constructor(
    private readonly database: Database,
    private readonly visited: VisitedMessagesService,
    private readonly hits: HitsService,
  ) {}

  /** Records nothing for a token that is not that of an image, and for a deleted request. */
  async record(token: string, visitor: Visitor): Promise<void> {
    if (!this.visited.isLink(token, ['open'])) return;
    await this.database.transaction(async (tx) => {
      const found = await this.visited.find(tx, token, ['open']);
      if (!found || found.message.deleted_on !== null) return;
      await this.hits.record(tx, found.link, found.settings, visitor);
    });
  }
}
