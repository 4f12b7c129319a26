import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import { useApi } from '../../api/api';
import type { InboxSearch } from './inbox-search';
import type { InboxModel, InboxState } from './model/inbox-model';

export const InboxContext = createContext<InboxModel | null>(null);

export function useInboxModel(): InboxModel {
  const model = use(InboxContext);
  if (!model) throw new Error('there is no inbox above this component');
  return model;
}

export function useInboxState(): InboxState {
  const model = useInboxModel();
  return useSyncExternalStore(model.subscribe, model.state);
}

/** Returns the parameters of the address and the function that changes them. A change of what is typed replaces the address. */
export function useInboxSearch(): [
  InboxSearch,
  (change: (search: InboxSearch) => InboxSearch, options?: { replace?: boolean }) => void,
] {
  const search = useSearch({ from: '/$account/inbox' });
  const { subAccountId } = useApi();
  const navigate = useNavigate();
  const change = useCallback(
    (next: (search: InboxSearch) => InboxSearch, { replace = false } = {}) =>
      void navigate({
        to: '/$account/inbox',
        params: { account: String(subAccountId) },
        search: next,
        replace,
      }),
    [navigate, subAccountId],
  );
  return [search, change];
}
