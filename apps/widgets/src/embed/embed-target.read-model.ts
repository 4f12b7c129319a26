import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import type { Widget } from '../widgets/widget';

/** A widget, the content rev of its sub account, and the rev of the reviews service that this rev includes. */
export type EmbedTarget = Widget & { content_rev: number; reviews_rev: number };

@Injectable()
export class EmbedTargetReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Reads two rows by unique key for each of these widgets, in one statement. Unknown keys are left out. The result must not be
   * cached, because a change shows at once.
   */
  async list(keys: readonly string[]): Promise<EmbedTarget[]> {
    return this.database.query<EmbedTarget>(
      `select widget.*, coalesce(rev.rev, 0) as content_rev,
         coalesce(rev.reviews_rev, 0) as reviews_rev
       from widgets widget
       left join rev on rev.account_id = widget.account_id and rev.sub_account_id = widget.sub_account_id
       where widget.key = any ($1)`,
      [keys],
    );
  }
}
