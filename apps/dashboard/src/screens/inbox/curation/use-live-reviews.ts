import { useCallback, useEffect, useRef } from 'react';
import { useApi } from '../../../api/api';
import { isMissing } from '../../../api/api-error';
import { useConnectionState, useLiveEvent } from '../../../live/live-provider';
import { useInboxActions } from '../actions/use-inbox-actions';
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
  const actions = useInboxActions();
  const state = useConnectionState();
  const model = useInboxModel();
  const count = useArrivedCount();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const recount = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(count, QUIET_MS);
  };
  // Nothing told of what arrived after the list was loaded and before the first live event could be received. A change of the
  // list that the server does not know yet, or a list that is not there, would look like an arrival.
  useEffect(() => {
    if (state !== 'live') return undefined;
    const isComparable = (): boolean => {
      const { phase, isRefreshing } = model.state();
      return phase === 'ready' && !isRefreshing && actions.undo.size === 0;
    };
    const start = setTimeout(() => isComparable() && count(isComparable), QUIET_MS);
    return () => clearTimeout(start);
  }, [state, model, actions, count]);
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

/**
 * Returns the function that counts the reviews that match, and those among them that the list does not know if `isComparable`
 * after that.
 */
function useArrivedCount(): (isComparable?: () => boolean) => void {
  const { client } = useApi();
  const model = useInboxModel();
  const [search] = useInboxSearch();
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  return useCallback(
    (isComparable = (): boolean => true): void => {
      const query = { ...listQuery(latest.current), limit: '1' };
      listedReviews(client, query).then(
        ({ count: matching }) => {
          if (isComparable()) model.setArrived(Math.max(0, matching - model.state().count));
        },
        // The next event counts again.
        () => {},
      );
    },
    [client, model],
  );
}
