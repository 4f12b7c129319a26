import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazy } from '../../api/load-code';
import { useApi } from '../../api/api';
import { Icon } from '../../components/display/icon';
import { BusinessMark } from '../../components/display/monograms';
import { useTexts } from '../../i18n/texts';
import { useSession } from '../../session/session';
import { subAccountsQuery } from '../../session/sub-accounts';
import { useVisitedAccounts } from '../../session/use-visited-accounts';
import { useShortcuts } from '../shortcuts';

const AccountFinder = lazy(() =>
  import('../palette/account-finder').then(({ AccountFinder: component }) => ({ default: component })),
);

/** The sub account of the page, and the button that switches to another one. */
export function AccountSwitcher(): ReactNode {
  const t = useTexts('common');
  const { account, sub_account_count: count } = useSession();
  const { subAccountId } = useApi();
  const { visited, visit } = useVisitedAccounts();
  const [open, setOpen] = useState(false);
  const known = visited.find(({ id }) => id === subAccountId)?.name;
  // A sub account that was never entered is looked up in the first page of all of them.
  const all = useQuery({ ...subAccountsQuery('', 100), enabled: known === undefined });
  const found = all.data?.find(({ id }) => id === subAccountId)?.name;
  const name = known ?? found ?? account.name;
  useEffect(() => {
    if (known === undefined && found !== undefined) visit({ id: subAccountId, name: found });
  }, [known, found, subAccountId, visit]);
  useShortcuts(count > 1 ? [{ keys: 'g a', run: () => setOpen(true) }] : []);
  const names = (
    <>
      <BusinessMark name={name} />
      <span className="label-text grid min-w-0 text-start leading-4">
        <b className="truncate">{name}</b>
        {name !== account.name && <span className="help-text truncate">{account.name}</span>}
      </span>
    </>
  );
  if (count <= 1) return <div className="switcher">{names}</div>;
  return (
    <>
      <button
        type="button"
        className="switcher"
        title={t('switch_account')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {names}
        <Icon name="up-down" className="label-text ms-auto" />
      </button>
      {open && (
        <Suspense>
          <AccountFinder onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
