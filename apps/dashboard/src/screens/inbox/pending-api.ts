import type { PlauditClient } from '@plaudit/client';

/** A change of a review. */
export interface HistoryItem {
  at: string;
  kind:
    | 'collected'
    | 'added'
    | 'status_changed'
    | 'text_edited'
    | 'tags_changed'
    | 'edited'
    | 'source_changed'
    | 'removed'
    | 'shown_again';
  by: { type: 'user' | 'key' | 'crawl' | 'rule' | 'system'; id: number | null };
  to: string | null;
  details: { added?: number[]; removed?: number[]; fields?: string[] } | null;
}

/** A widget that shows a review, or would show it once it is approved. */
export interface ShowingWidget {
  id: number;
  name: string;
  shows: 'now' | 'if_approved' | 'never';
}

export interface SavedView {
  id: number;
  name: string;
  filters: Record<string, unknown>;
}

type Query = Readonly<Record<string, string>>;
type Send = (path: string, options: object) => Promise<unknown>;

/** The operations of the inbox that the types of the client do not have yet. */
export class PendingApi {
  constructor(private readonly client: PlauditClient) {}

  async history(id: number, signal: AbortSignal): Promise<HistoryItem[]> {
    const { items } = await this.get<{ items: HistoryItem[] }>('/reviews/history/{id}', {
      params: { path: { id } },
      signal,
    });
    return items;
  }

  async showing(review_id: number, signal: AbortSignal): Promise<ShowingWidget[]> {
    const { widgets } = await this.get<{ widgets: ShowingWidget[] }>('/widgets/showing/{review_id}', {
      params: { path: { review_id } },
      signal,
    });
    return widgets;
  }

  /** Returns how many of the reviews each active widget would show if they were approved. */
  async wouldShow(
    ids: readonly number[],
    signal: AbortSignal,
  ): Promise<{ id: number; name: string; shown: number }[]> {
    const send = this.client.post.bind(this.client) as unknown as Send;
    const { widgets } = (await send('/widgets/showing', { body: { ids }, signal })) as {
      widgets: { id: number; name: string; shown: number }[];
    };
    return widgets;
  }

  async views(signal: AbortSignal): Promise<SavedView[]> {
    const { items } = await this.get<{ items: SavedView[] }>('/reviews/views', { signal });
    return items;
  }

  async addView(name: string, filters: Query): Promise<void> {
    const send = this.client.post.bind(this.client) as unknown as Send;
    await send('/reviews/views', { body: { name, filters } });
  }

  async deleteView(id: number): Promise<void> {
    const send = this.client.delete.bind(this.client) as unknown as Send;
    await send('/reviews/views/{id}', { params: { path: { id } } });
  }

  private async get<T>(path: string, options: object): Promise<T> {
    const send = this.client.get.bind(this.client) as unknown as Send;
    return (await send(path, options)) as T;
  }
}
