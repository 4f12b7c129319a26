import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { simplified } from '../lists/review-conditions.sql';
import type { ReviewCursor } from '../lists/review-cursor';
import type { ReviewFilter } from '../lists/review-filter';
import { pageKeys } from '../lists/review-list-keys.sql';
import { cursorAfter, keyOrder, ORDERS } from '../lists/review-order.sql';
import { scopeOf } from '../lists/scope.sql';
import { REVIEW_JSON } from '../reviews/review-json.sql';

/** Small enough that a page of the longest texts fits into the memory many times. */
const PAGE = 200;

/** Reviews as JSON text, and the cursor of those that follow; null after the last ones. */
export interface ExportPage {
  items: string[];
  next: ReviewCursor | null;
}

/** Reads the pages of an export: the items of a list without its count. */
@Injectable()
export class ReviewExportReadModel {
  constructor(private readonly database: Database) {}

  async page(subAccountId: number, filter: ReviewFilter, cursor: ReviewCursor | null): Promise<ExportPage> {
    const order = ORDERS.newest;
    const scope = scopeOf(subAccountId);
    const keys = pageKeys(scope, { filter: simplified(filter), order, cursor, limit: PAGE });
    const rows = await this.database.queryWithin<{ item: string; place: string }>(
      'request',
      `select (${REVIEW_JSON})::text as item, key.place
       from (select *, ${cursorAfter(order)} as place from (${keys}) found) key
       join reviews review on review.id = key.id ${keyOrder(order, { alias: 'key' })}`,
      scope.parameters.values,
    );
    const last = rows.at(-1);
    return {
      items: rows.map(({ item }) => item),
      next: last && rows.length === PAGE ? last.place.split('_').slice(1) : null,
    };
  }
}
