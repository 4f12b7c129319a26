import type { Schema } from '@plaudit/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApi } from '../../../api/api';
import { shownError } from '../../../api/api-error';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { onlyParams } from '../../../app/search-params';

const PARAMS = ['webhook', 'status', 'event', 'attempt', 'cursor', 'add'] as const;
export type WebhookSearch = Partial<Record<(typeof PARAMS)[number], string>>;

/** Returns what the address chooses, and the function that changes it. Each change is a step of the back button. */
export function useWebhookSearch(): [WebhookSearch, (change: WebhookSearch, replace?: boolean) => void] {
  const raw = useSearch({ strict: false });
  const search: WebhookSearch = onlyParams(raw as Record<string, unknown>, PARAMS);
  const navigate = useNavigate();
  const { subAccountId } = useApi();
  const change = (next: WebhookSearch, replace = false): void =>
    void navigate({
      to: '/$account/settings/$section',
      params: { account: String(subAccountId), section: 'webhooks' },
      search: { ...search, ...next } as Record<string, string>,
      replace,
    });
  return [search, change];
}

export function useWebhookList() {
  const api = useApi();
  return useQuery({
    queryKey: api.key('webhooks', 'list'),
    queryFn: async ({ signal }) => (await api.client.get('/webhooks/get', { signal })).webhooks,
  });
}

/** One webhook with the number of its waiting deliveries. */
export function useWebhook(id: number) {
  const api = useApi();
  return useQuery({
    queryKey: api.key('webhooks', 'one', id),
    queryFn: ({ signal }) => api.client.get('/webhooks/get/{id}', { params: { path: { id } }, signal }),
  });
}

export function useEventCatalogue() {
  const api = useApi();
  return useQuery({
    queryKey: api.key('webhooks', 'events'),
    queryFn: async ({ signal }) => (await api.client.get('/webhooks/events', { signal })).events,
    staleTime: Infinity,
  });
}

type EventName = Webhook['events'][number];
type Webhook = Schema<'Webhook'>;
export const LOG_PAGE = 50;

/** A page of the log of deliveries, narrowed by the address. */
export function useDeliveries(id: number, { status, event, cursor }: WebhookSearch) {
  const api = useApi();
  const query = {
    limit: LOG_PAGE,
    ...(status === 'failed' && { status: 'failed' as const }),
    ...(status === 'success' && { status: 'success' as const }),
    ...(event && { event: event as EventName }),
    ...(Number(cursor) > 0 && { cursor: Number(cursor) }),
  };
  return useQuery({
    queryKey: api.key('webhooks', 'deliveries', id, query),
    queryFn: ({ signal }) =>
      api.client.get('/webhooks/deliveries/{id}', { params: { path: { id }, query }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useAttempt(id: number) {
  const api = useApi();
  return useQuery({
    queryKey: api.key('webhooks', 'attempt', id),
    queryFn: ({ signal }) => api.client.get('/webhooks/attempts/{id}', { params: { path: { id } }, signal }),
  });
}

/** Returns the function that sends one delivery again at once. */
export function useRedeliver(): (deliveryId: string) => Promise<unknown> {
  const { client } = useApi();
  return (delivery_id) =>
    client.post('/webhooks/redeliver/{delivery_id}', { params: { path: { delivery_id } } });
}

/** Runs a change of a webhook, then reads all again. A failure is shown as a message, if no form shows it. */
export function useWebhookAct<Input, Result>(
  act: (input: Input) => Promise<Result>,
  { onDone, isShown = true }: { onDone?: (result: Result) => void; isShown?: boolean } = {},
) {
  const api = useApi();
  const queries = useQueryClient();
  const common = useTexts('common');
  return useMutation({
    mutationFn: act,
    ...(onDone && { onSuccess: onDone }),
    onError: (error) => {
      const { msg, requestId } = shownError(error);
      if (!isShown) return;
      toaster.show({
        kind: 'failed',
        text: msg ?? common('network_failed'),
        ...(requestId && { detail: common('request_id', { id: requestId }) }),
      });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.key('webhooks') }),
  });
}
