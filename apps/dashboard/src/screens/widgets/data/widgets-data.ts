import type { Schema, WidgetType } from '@plaudit/client';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../api/api';
import type { Json } from '../builder/draft/json-paths';

export type WidgetSummary = Schema<'WidgetSummary'>;

/** A widget of any type. The keys of `settings` depend on the type. */
export interface Widget extends WidgetSummary {
  settings: Json;
  embed: Schema<'Widget'>['embed'];
  preview_url: string;
}

export interface WidgetTypeEntry {
  type: string;
  label: string;
  description: string;
  settings: Json;
}

export type WidgetTemplate = Omit<Schema<'WidgetTemplate'>, 'settings'> & { settings: Json };

/** The largest page of the list. More widgets than that are not shown. */
const MAX_LISTED = 1000;
const VIEW_DAYS = 30;
/** Types and templates change only with a new version of the service. */
const FIXED = { staleTime: Infinity, gcTime: Infinity };

export function listQuery({ client, key }: Api) {
  return queryOptions({
    queryKey: key('widgets', 'list'),
    queryFn: async ({ signal }): Promise<WidgetSummary[]> =>
      (await client.get('/widgets/get', { params: { query: { limit: MAX_LISTED } }, signal })).widgets,
  });
}

/** Views are an extra. The list is shown without them if they cannot be read. */
export function viewsQuery({ client, key }: Api) {
  return queryOptions({
    queryKey: key('widgets', 'views'),
    queryFn: ({ signal }) => client.get('/widgets/views', { params: { query: { days: VIEW_DAYS } }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
  });
}

export function widgetQuery({ client, key }: Api, id: number) {
  return queryOptions({
    queryKey: key('widgets', 'one', id),
    queryFn: async ({ signal }): Promise<Widget> =>
      (await client.get('/widgets/get/{id}', { params: { path: { id } }, signal })) as unknown as Widget,
  });
}

export function typesQuery({ client, key }: Api) {
  return queryOptions({
    queryKey: key('account', 'widget-types'),
    queryFn: async (): Promise<WidgetTypeEntry[]> =>
      (await client.get('/widgets/types')).types as unknown as WidgetTypeEntry[],
    ...FIXED,
  });
}

export function templatesQuery({ client, key }: Api) {
  return queryOptions({
    queryKey: key('account', 'widget-templates'),
    queryFn: async (): Promise<WidgetTemplate[]> =>
      (await client.get('/widgets/templates')).templates as unknown as WidgetTemplate[],
    ...FIXED,
  });
}

/** What PUT /widgets/update/{id} changes. */
export interface WidgetChange {
  name?: string;
  active?: boolean;
  settings?: Json;
}

export async function updateWidget({ client }: Api, id: number, change: WidgetChange): Promise<Widget> {
  const body = change as Schema<'WidgetUpdateInput'>;
  return (await client.put('/widgets/update/{id}', {
    params: { path: { id } },
    body,
  })) as unknown as Widget;
}

export async function addWidget({ client }: Api, type: string, change: WidgetChange): Promise<Widget> {
  const body = { ...change, type: type as WidgetType } as Schema<'WidgetAddInput'>;
  return (await client.post('/widgets/add', { body })) as unknown as Widget;
}

export async function deleteWidget({ client }: Api, id: number): Promise<void> {
  await client.delete('/widgets/delete/{id}', { params: { path: { id } } });
}

/** Returns a function that refetches the list and the open widget. */
export function useRefetchWidgets(api: Api): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: api.key('widgets') });
}
