import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../api/api';
import { useLiveEvent } from '../../../live/live-provider';
import { channelsQuery } from '../../reports/data/reports-data';

/** A crawl in progress. */
export interface Crawl {
  channelId: number;
  label: string;
  page: number;
  found: number;
  /** The official number of reviews. Null if the platform does not tell. */
  total: number | null;
}

type Live = Pick<Crawl, 'page' | 'found' | 'total'>;

/** Returns the crawls in progress, by live events and before the first one by what the channels say. */
export function useCrawls(): Crawl[] {
  const api = useApi();
  const queries = useQueryClient();
  const { data: channels = [] } = useQuery(channelsQuery(api));
  const [live, setLive] = useState<ReadonlyMap<number, Live>>(new Map());
  useLiveEvent('crawl.progress', ({ channel_id, stage, page, found, total }) => {
    const ended = stage === 'done' || stage === 'failed';
    setLive((before) => {
      const after = new Map(before);
      if (ended) after.delete(channel_id);
      else after.set(channel_id, { page, found, total });
      return after;
    });
    if (ended) void queries.invalidateQueries({ queryKey: api.key('channels') });
  });
  return channels.flatMap(({ id, label, name, crawling, progress, reviews }) => {
    const now = live.get(id);
    if (!now && !crawling) return [];
    return [
      {
        channelId: id,
        label: `${label}, ${name}`,
        page: now?.page ?? progress?.pages ?? 0,
        found: now?.found ?? progress?.found ?? 0,
        total: now?.total ?? reviews,
      },
    ];
  });
}
