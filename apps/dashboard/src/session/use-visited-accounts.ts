import { useCallback, useState } from 'react';
import { readVisited, type VisitedAccount, withPin, withVisit } from './visited-accounts';

const KEY = 'plaudit.visited';

interface VisitedAccounts {
  visited: readonly VisitedAccount[];
  visit(account: Pick<VisitedAccount, 'id' | 'name'>): void;
  togglePin(account: Pick<VisitedAccount, 'id' | 'name'>): void;
}

/** Returns the sub accounts that were entered or pinned in this browser. */
export function useVisitedAccounts(): VisitedAccounts {
  const [visited, setVisited] = useState(() => readVisited(localStorage.getItem(KEY)));
  const change = useCallback((make: (visited: VisitedAccount[]) => VisitedAccount[]) => {
    // Another tab may have changed the list meanwhile.
    const next = make(readVisited(localStorage.getItem(KEY)));
    localStorage.setItem(KEY, JSON.stringify(next));
    setVisited(next);
  }, []);
  const visit = useCallback(
    (account: Pick<VisitedAccount, 'id' | 'name'>) => change((list) => withVisit(list, account)),
    [change],
  );
  const togglePin = useCallback(
    (account: Pick<VisitedAccount, 'id' | 'name'>) => change((list) => withPin(list, account)),
    [change],
  );
  return { visited, visit, togglePin };
}
