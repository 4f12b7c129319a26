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
  const recount = useQuietly(useArrivedCount());
  const refresh = useCallback(
    async (id: number): Promise<void> => {
      try {
        model.put([await client.get('/reviews/get/{id}', { params: { path: { id } } })]);
      } catch (error) {
        if (isMissing(error) && model.state().current !== id) model.remove([id]);
      }
    },
    [client, model],
  );
  const again = useRef<() => void>(() => {});
  const compare = useQuietly(
    useCallback(() => {
      const { phase, isRefreshing, isHeld } = model.state();
      if (phase === 'failed') return void model.show();
      // The server may not know yet what the screen shows already.
      if (phase === 'loading' || isRefreshing || isHeld || actions.sending > 0) return again.current();
      model.compare().then(
        (missing) => missing.slice(0, MAX_ROWS).forEach((id) => void refresh(id)),
        // The next stream compares again.
        () => {},
      );
    }, [model, actions, refresh]),
  );
  useEffect(() => {
    again.current = compare;
    // Nothing told of what happened after the list was loaded and before the first live event could be received.
    if (state === 'live') compare();
  }, [state, compare]);
  useLiveEvent('resync', compare);
  useLiveEvent('review.changed', ({ kind, ids }) => {
    const { ids: shown, current } = model.state();
    const rows = ids.filter((id) => shown.includes(id));
    if (kind === 'deleted') model.remove(rows.filter((id) => id !== current));
    else for (const id of rows.slice(0, MAX_ROWS)) void refresh(id);
    if (kind !== 'deleted' && ids.every((id) => !model.find(id))) recount();
  });
}

/** Returns a function that runs another once after the last of several calls. */
function useQuietly(run: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, QUIET_MS);
  }, [run]);
}

/** Returns the function that counts the reviews that match, and so those that the list does not have. */
function useArrivedCount(): () => void {
  const { client } = useApi();
  const model = useInboxModel();
  const [search] = useInboxSearch();
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  return useCallback((): void => {
    const query = { ...listQuery(latest.current), limit: '1' };
    listedReviews(client, query).then(
      ({ count: matching }) => model.setArrived(Math.max(0, matching - model.state().count)),
      // The next event counts again.
      () => {},
    );
  }, [client, model]);
}
