import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { type Api, useApi } from '../../api/api';
import { useLiveEvent } from '../../live/live-provider';
import type { LiveEvents } from '../../live/live-events';
import { byNeed, type Channel, type ChannelType } from './rules/channel-state';

const PAGE = 100;
/** More channels than these are not shown, so that a screen stays bounded. */
export const MAX_CHANNELS = 1_000;
/** How often channels are read again while one is being crawled, in ms. Live events come sooner. */
const COLLECTING_MS = 5_000;

/** Returns all channels of the sub account, those that need a person first. */
export function useChannels() {
  const api = useApi();
  return useQuery({
    queryKey: api.key('channels', 'list'),
    queryFn: ({ signal }) => allChannels(api, signal),
    refetchInterval: ({ state }) => (state.data?.some(isCollecting) ? COLLECTING_MS : false),
  });
}

/** Returns one channel, read again while it is being crawled. */
export function useChannel(id: number) {
  const api = useApi();
  return useQuery({
    enabled: Number.isInteger(id),
    queryKey: api.key('channels', 'one', id),
    queryFn: ({ signal }) => api.client.get('/channels/get/{id}', { params: { path: { id } }, signal }),
    refetchInterval: ({ state }) => (state.data && isCollecting(state.data) ? COLLECTING_MS : false),
  });
}

/** Returns the platforms, or undefined until they are loaded. */
export function useTypes(): readonly ChannelType[] | undefined {
  const api = useApi();
  const types = useQuery({
    queryKey: api.key('channels', 'types'),
    queryFn: ({ signal }) => api.client.get('/channels/types', { signal }),
  });
  return types.data?.items;
}

export function useGroups() {
  const api = useApi();
  return useQuery({
    queryKey: api.key('groups', 'list'),
    queryFn: async ({ signal }) => (await api.client.get('/groups', { signal })).groups,
  });
}

/** Returns the function that reads channels and properties again after a change. */
export function useRefetchChannels(): () => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: api.key('channels') }),
      queries.invalidateQueries({ queryKey: api.key('groups') }),
    ]);
  }, [api, queries]);
}

/** The newest live event of the crawl of each channel. */
export type LiveCrawls = ReadonlyMap<number, LiveEvents['crawl.progress']>;

export function useLiveCrawls(): LiveCrawls {
  const [crawls, setCrawls] = useState<LiveCrawls>(new Map());
  const refetch = useRefetchChannels();
  useLiveEvent('crawl.progress', (event) => {
    setCrawls((known) => new Map(known).set(event.channel_id, event));
    if (event.stage === 'done' || event.stage === 'failed') void refetch();
  });
  return crawls;
}

/** Returns the present time, renewed every `everyMs` while `active`. */
export function useNow(everyMs: number, active = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, active]);
  return now;
}

function isCollecting({ crawling, status, method }: Channel): boolean {
  return crawling || (status === 'pending' && method !== 'dashboard');
}

async function allChannels({ client }: Api, signal: AbortSignal): Promise<Channel[]> {
  const channels: Channel[] = [];
  let cursor: number | null | undefined;
  do {
    const query = { limit: PAGE, ...(cursor ? { cursor } : {}) };
    const page = await client.get('/channels/get', { params: { query }, signal });
    channels.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null && channels.length < MAX_CHANNELS);
  return channels.sort(byNeed);
}
