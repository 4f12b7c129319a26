import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import type { ViewedWidget } from './daily-views';

interface ViewsSelection {
  widgetIds: readonly number[] | null;
  beforeId: number | null;
  /** YYYY-MM-DD */
  since: string;
  until: string;
  rows: number;
}

@Injectable()
export class WidgetViewsReadModel {
  constructor(private readonly database: Database) {}

  /** Returns widgets of the sub account, newest first, each with the days on which it was shown or used. */
  async list(
    tenant: Tenant,
    { widgetIds, beforeId, since, until, rows }: ViewsSelection,
  ): Promise<ViewedWidget[]> {
    return this.database.query<ViewedWidget>(
      `select widget.id, coalesce(counted.days, '[]') as days
       from widgets widget
       left join lateral (
         select json_agg(json_build_object('day', day, 'views', views, 'interactions', interactions)) as days
         from widget_days where widget_id = widget.id and day between $5::date and $6::date
       ) counted on true
       where widget.account_id = $1 and widget.sub_account_id = $2
         and ($3::bigint[] is null or widget.id = any ($3)) and ($4::bigint is null or widget.id < $4)
       order by widget.id desc limit $7`,
      [tenant.account_id, tenant.sub_account_id, widgetIds, beforeId, since, until, rows],
    );
  }
}
