import type { PlauditClient } from '@plaudit/client';

/** Views and interactions of widgets per day, as GET /widgets/views returns them. */
export interface WidgetViews {
  days: string[];
  items: {
    widget_id: number;
    views: number[];
    interactions: number[];
    total_views: number;
    total_interactions: number;
  }[];
  next_cursor?: number | null;
}

/** Requests GET /widgets/views. The types of the client do not have this operation yet. */
export function getWidgetViews(client: PlauditClient, days: number): Promise<WidgetViews> {
  const get = client.get.bind(client) as unknown as (path: string, options: object) => Promise<WidgetViews>;
  return get('/widgets/views', { params: { query: { days } } });
}
