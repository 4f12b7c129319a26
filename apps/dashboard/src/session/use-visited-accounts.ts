import { useCallback, useState } from 'react';
import { useSession } from './session';
import { readVisited, type VisitedAccount, withPin, withVisit } from './visited-accounts';

interface VisitedAccounts {
  visited: readonly VisitedAccount[];
  visit(account: Pick<VisitedAccount, 'id' | 'name'>): void;
  togglePin(account: Pick<VisitedAccount, 'id' | 'name'>): void;
}

/** Returns the sub accounts that the user entered or pinned in this browser. Another user must not see their names. */
export function useVisitedAccounts(): VisitedAccounts {
  const { user } = useSession();
  const name = `plaudit.visited.${user.id}`;
  const [visited, setVisited] = useState(() => readVisited(localStorage.getItem(name)));
  const change = useCallback(
    (make: (visited: VisitedAccount[]) => VisitedAccount[]) => {
      // Another tab may have changed the list meanwhile.
      const next = make(readVisited(localStorage.getItem(name)));
      localStorage.setItem(name, JSON.stringify(next));
      setVisited(next);
    },
    [name],
  );
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
