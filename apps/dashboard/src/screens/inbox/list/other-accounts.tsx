import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import { MAX_COUNTED, subAccountCountsQuery } from '../../../session/sub-account-counts';
import { subAccountsQuery } from '../../../session/sub-accounts';

const MAX_LINKS = 3;

/** Leads to the other sub accounts in which most reviews wait, as far as the server counts. */
export function OtherAccounts(): ReactNode {
  const t = useTexts('inbox_detail');
  const formats = useFormats();
  const { subAccountId } = useApi();
  const enabled = useSession().sub_account_count > 1;
  const names = useQuery({ ...subAccountsQuery('', MAX_COUNTED), enabled }).data ?? [];
  const counts = useQuery({ ...subAccountCountsQuery(''), enabled }).data ?? [];
  const waiting = new Map(counts.map(({ id, waiting_reviews }) => [id, waiting_reviews ?? 0]));
  const others = names
    .map(({ id, name }) => ({ id, name, count: waiting.get(id) ?? 0 }))
    .filter(({ id, count }) => id !== subAccountId && count > 0)
    .toSorted((a, b) => b.count - a.count);
  if (others.length === 0) return null;
  return (
    <p className="elsewhere">
      {t('wait_elsewhere')}
      {others.slice(0, MAX_LINKS).map(({ id, name, count }) => (
        <Link key={id} to="/$account/inbox" params={{ account: String(id) }}>
          {t('n_in_account', { name, n: formats.number(count) })}
        </Link>
      ))}
      {others.length > MAX_LINKS && <span>{t('n_more_accounts', { count: others.length - MAX_LINKS })}</span>}
    </p>
  );
}
