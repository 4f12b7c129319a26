import { useEffect, useRef } from 'react';
import { useApi } from '../../../api/api';
import { isMissing } from '../../../api/api-error';
import { useLiveEvent } from '../../../live/live-provider';
import { listQuery } from '../filters/filters';
import { listedReviews } from '../list-requests';
import { useInboxModel, useInboxSearch } from '../use-inbox';

/** Events of one crawl arrive together. They are answered once, in ms. */
const QUIET_MS = 1_000;
/** Of a larger change the rows stay as they are until they are loaded again. */
const MAX_ROWS = 25;

/** Counts the reviews that arrive, and updates in place the rows that somebody else changed. */
export function useLiveReviews(): void {
  const { client } = useApi();
  const model = useInboxModel();
  const [search] = useInboxSearch();
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const recount = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const query = { ...listQuery(latest.current), limit: '1' };
      listedReviews(client, query).then(
        ({ count }) => model.setArrived(Math.max(0, count - model.state().count)),
        // The next event counts again.
        () => {},
      );
    }, QUIET_MS);
  };
  const refresh = async (id: number): Promise<void> => {
    try {
      model.put([await client.get('/reviews/get/{id}', { params: { path: { id } } })]);
    } catch (error) {
      if (isMissing(error) && model.state().current !== id) model.remove([id]);
    }
  };
  useLiveEvent('resync', recount);
  useLiveEvent('review.changed', ({ kind, ids }) => {
    const { ids: shown, current } = model.state();
    const rows = ids.filter((id) => shown.includes(id));
    if (kind === 'deleted') model.remove(rows.filter((id) => id !== current));
    else for (const id of rows.slice(0, MAX_ROWS)) void refresh(id);
    if (kind !== 'deleted' && ids.every((id) => !model.find(id))) recount();
  });
}
