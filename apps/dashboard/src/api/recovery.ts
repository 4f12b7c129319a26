import type { Query, QueryClient } from '@tanstack/react-query';
import { isPassing } from './api-error';
import { type ServerWatch, serverWatch } from './server-watch';

/** The pauses between the attempts to load what one service does not send, in ms. The last one repeats. */
const PAUSES_MS = [10_000, 20_000, 40_000, 60_000];

/**
 * Loads by itself what did not load: all of it when the server is back, and the parts of one service that is away from time to time.
 * Call it once.
 */
export function startRecovery(queries: QueryClient, watch: ServerWatch = serverWatch): void {
  addEventListener('online', watch.hurry);
  watch.subscribe(() => {
    if (watch.since() === null)
      void queries.invalidateQueries({ predicate: (query) => !isLoadedSession(query) });
  });
  let attempts = 0;
  const again = (): void => {
    const isMissing = queries.getQueryCache().findAll({ type: 'active', predicate: hasFailed }).length > 0;
    const canLoad = document.visibilityState === 'visible' && watch.since() === null && !isFailureInUse();
    if (isMissing && canLoad) void queries.refetchQueries({ type: 'active', predicate: hasFailed });
    attempts = isMissing ? attempts + 1 : 0;
    setTimeout(again, PAUSES_MS[Math.min(attempts, PAUSES_MS.length - 1)]);
  };
  setTimeout(again, PAUSES_MS[0]);
}

/** Returns true if the last attempt failed and a later one may not. */
export function hasFailed({ state }: Pick<Query, 'state'>): boolean {
  return state.fetchStatus === 'idle' && state.error !== null && isPassing(state.error);
}

/** A session that is over would take the page away, with what was typed on it. */
function isLoadedSession({ queryKey, state }: Query): boolean {
  return queryKey[0] === 'session' && queryKey.length === 1 && state.data !== undefined;
}

/** The button of a failure must not go while a person is about to press it. */
function isFailureInUse(): boolean {
  return document.activeElement?.closest('[role="alert"]') != null;
}
