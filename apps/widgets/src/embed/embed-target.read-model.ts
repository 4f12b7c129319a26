import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import type { Widget } from '../widgets/widget';

/** A widget and the state of what it shows: all that a 304 needs. */
export type EmbedTarget = Widget & { content_rev: number };

@Injectable()
export class EmbedTargetReadModel {
  constructor(private readonly database: Database) {}

  /** Two reads by unique key in one statement, never cached: that is what makes publishing immediate. */
  async find(key: string): Promise<EmbedTarget | null> {
    const [target] = await this.database.query<EmbedTarget>(
      `select widget.*, coalesce(rev.rev, 0) as content_rev from widgets widget
       left join rev on rev.account_id = widget.account_id and rev.sub_account_id = widget.sub_account_id
       where widget.key = $1`,
      [key],
    );
    return target ?? null;
  }
}
