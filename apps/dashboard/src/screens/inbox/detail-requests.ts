import type { PlauditClient, Schema } from '@plaudit/client';

export type HistoryItem = Schema<'HistoryItem'>;
export type ShowingWidget = Schema<'ShowingWidget'>;
export type SavedView = Schema<'ReviewView'>;

export async function reviewHistory(
  client: PlauditClient,
  id: number,
  signal: AbortSignal,
): Promise<HistoryItem[]> {
  return (await client.get('/reviews/history/{id}', { params: { path: { id } }, signal })).items;
}

/** Returns which widgets show a review, or would show it once it is approved. */
export async function showingWidgets(
  client: PlauditClient,
  review_id: number,
  signal: AbortSignal,
): Promise<ShowingWidget[]> {
  const { widgets } = await client.get('/widgets/showing/{review_id}', {
    params: { path: { review_id } },
    signal,
  });
  return widgets;
}

/** Returns how many of the reviews each active widget would show if they were approved. */
export async function countShown(
  client: PlauditClient,
  ids: number[],
  signal: AbortSignal,
): Promise<{ id: number; name: string; shown: number }[]> {
  return (await client.post('/widgets/showing', { body: { ids }, signal })).widgets;
}

export async function savedViews(client: PlauditClient, signal: AbortSignal): Promise<SavedView[]> {
  return (await client.get('/reviews/views', { signal })).items;
}

export async function addView(
  client: PlauditClient,
  name: string,
  filters: Readonly<Record<string, string>>,
): Promise<void> {
  await client.post('/reviews/views', { body: { name, filters } });
}

export async function deleteView(client: PlauditClient, id: number): Promise<void> {
  await client.delete('/reviews/views/{id}', { params: { path: { id } } });
}
