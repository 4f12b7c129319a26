import type { Schema } from '@plaudit/client';
import { appRequest } from '../../../api/app-requests';
import { type Page, pageQuery } from '../parts/use-pages';

/** An app that a user connected. */
export type App = Schema<'App'>;

export const ownAppsKey = ['session', 'apps'] as const;

/** Reads a page of the apps that the signed-in user connected. */
export async function readOwnApps(cursor: number | null, signal: AbortSignal): Promise<Page<App>> {
  const query = new URLSearchParams(
    Object.entries(pageQuery(cursor)).map(([name, value]) => [name, String(value)]),
  );
  const { items, next_cursor } = await appRequest<Schema<'AppList'>>(`/session/apps?${query}`, { signal });
  return { rows: items, next: next_cursor };
}

export async function revokeOwnApp(id: number): Promise<void> {
  await appRequest(`/session/apps/${id}`, { method: 'DELETE' });
}
