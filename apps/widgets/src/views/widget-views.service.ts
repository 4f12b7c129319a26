import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Clock, readListPage } from '@plaudit/runtime';
import { dailyViews, daysUntil } from './daily-views';
import { dayNumber } from './day-counts';
import { MAX_VIEWED_WIDGETS, type ViewsQuestion } from './widget-views.dto';
import { WidgetViewsReadModel } from './widget-views.read-model';
import type { WidgetViewsListResponse } from './widget-views.responses';

/** Reports how often widgets were shown and used. */
@Injectable()
export class WidgetViewsService {
  constructor(
    private readonly widgets: WidgetViewsReadModel,
    private readonly clock: Clock,
  ) {}

  async list(tenant: Tenant, question: ViewsQuestion): Promise<WidgetViewsListResponse> {
    const days = daysUntil(dayNumber(this.clock.now()), question.days);
    const since = days[0] as string;
    const until = days.at(-1) as string;
    const page = { limit: MAX_VIEWED_WIDGETS, afterId: 0 };
    const { items, nextCursor } = await readListPage(page, (rows) =>
      this.widgets.list(tenant, { ...question, since, until, rows }),
    );
    return { days, items: items.map((widget) => dailyViews(widget, days)), next_cursor: nextCursor };
  }
}
