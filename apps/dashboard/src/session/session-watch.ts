import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { appRequest } from '../api/app-requests';
import { askToSignIn, onRefusal } from '../api/session-fetch';
import { type Session, sessionQuery } from './session';

/** A page that is looked at again asks at most this often who is signed in, in ms. */
const QUIET_MS = 15_000;

/**
 * Compares the session of the page with that of the browser. Asks for the password if the session ended, loads the page anew if
 * another user signed in, and shows what the user may do now.
 */
export async function checkSession(queries: QueryClient): Promise<void> {
  const known = queries.getQueryData<Session | null>(sessionQuery.queryKey);
  if (!known) return;
  const { session } = await appRequest<{ session: Session | null }>('/session');
  // The page keeps the user whose text is on it until that user has signed in again.
  if (!session) return askToSignIn();
  if (session.user.id !== known.user.id) return location.assign('/app/');
  // The place of the live events is the one before the data was read.
  queries.setQueryData<Session | null>(
    sessionQuery.queryKey,
    (old) => old && { ...session, live_position: old.live_position },
  );
}

/** Checks the session when the page is looked at again, and when the API refuses what the page offered. */
export function useSessionWatch(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let checkedAt = Date.now();
    // Without an answer, the page goes on as it is.
    const check = (): void => void checkSession(queries).catch(() => {});
    const look = (): void => {
      if (document.visibilityState !== 'visible' || Date.now() - checkedAt < QUIET_MS) return;
      checkedAt = Date.now();
      check();
    };
    onRefusal(check);
    document.addEventListener('visibilitychange', look);
    return () => {
      onRefusal(() => {});
      document.removeEventListener('visibilitychange', look);
    };
  }, [queries]);
}
