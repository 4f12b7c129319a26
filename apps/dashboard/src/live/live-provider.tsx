import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { type Resource, useApi } from '../api/api';
import { serverWatch } from '../api/server-watch';
import { type Session, sessionQuery } from '../session/session';
import { checkSession } from '../session/session-watch';
import { type ConnectionState, LiveConnection, type LiveEventName, type LiveEvents } from './live-events';

type Handler = (name: LiveEventName, data: LiveEvents[LiveEventName]) => void;

interface Live {
  state: ConnectionState;
  subscribe(handler: Handler): () => void;
}

/** The queries that an event makes old. The list of reviews is not among them: it must not move under the reader. */
const RESOURCES: Partial<Record<LiveEventName, readonly Resource[]>> = {
  'review.changed': ['reports', 'tags'],
  'channel.changed': ['channels', 'groups'],
  'invite.changed': ['invites'],
  'webhook.delivery': ['webhooks'],
  'widget.changed': ['widgets'],
};

/** Queries of one resource are refetched at most once in this time, in ms. */
const QUIET_MS = 1_000;
/** Without a connection everything is refetched this often, in ms. */
const POLL_MS = 30_000;

const Context = createContext<Live | null>(null);

/** Receives the live events of the sub account and refetches what they make old. */
export function LiveProvider({ children }: { children: ReactNode }): ReactNode {
  const { subAccountId } = useApi();
  const queries = useQueryClient();
  const [state, setState] = useState<ConnectionState>('reconnecting');
  const handlers = useRef(new Set<Handler>());
  useEffect(() => {
    const waiting = new Map<Resource, ReturnType<typeof setTimeout>>();
    const refetch = (resource: Resource): void => {
      if (waiting.has(resource)) return;
      const timer = setTimeout(() => {
        waiting.delete(resource);
        void queries.invalidateQueries({ queryKey: [subAccountId, resource] });
      }, QUIET_MS);
      waiting.set(resource, timer);
    };
    const from = queries.getQueryData<Session | null>(sessionQuery.queryKey)?.live_position ?? null;
    const connection = new LiveConnection(
      subAccountId,
      (name, data) => {
        for (const resource of RESOURCES[name] ?? []) refetch(resource);
        if (name === 'resync') void queries.invalidateQueries({ queryKey: [subAccountId] });
        if (name === 'session.ended') {
          // Sub accounts may have been taken away, too.
          void queries.invalidateQueries({ queryKey: [subAccountId] });
          void checkSession(queries).catch(() => {});
        }
        for (const handler of handlers.current) handler(name, data);
      },
      (state) => {
        setState(state);
        if (state === 'reconnecting' || state === 'offline') void serverWatch.suspect();
      },
      from,
    );
    return () => {
      const { position } = connection;
      queries.setQueryData<Session | null>(
        sessionQuery.queryKey,
        (session) => session && { ...session, live_position: position ?? session.live_position },
      );
      connection.close();
      for (const timer of waiting.values()) clearTimeout(timer);
    };
  }, [subAccountId, queries]);
  useEffect(() => {
    if (state === 'live') return undefined;
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: [subAccountId] }), POLL_MS);
    return () => clearInterval(timer);
  }, [state, subAccountId, queries]);
  const live = useMemo<Live>(
    () => ({
      state,
      subscribe: (handler) => {
        handlers.current.add(handler);
        return () => void handlers.current.delete(handler);
      },
    }),
    [state],
  );
  return <Context value={live}>{children}</Context>;
}

/** Returns whether live events arrive. */
export function useConnectionState(): ConnectionState {
  return use(Context)?.state ?? 'reconnecting';
}

/** Calls `handle` for each live event of this name. */
export function useLiveEvent<Name extends LiveEventName>(
  name: Name,
  handle: (data: LiveEvents[Name]) => void,
): void {
  const subscribe = use(Context)?.subscribe;
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(
    () => subscribe?.((sent, data) => sent === name && latest.current(data as LiveEvents[Name])),
    [subscribe, name],
  );
}
