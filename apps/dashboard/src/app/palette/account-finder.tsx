import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useApi } from '../../api/api';
import { Icon } from '../../components/display/icon';
import { Key } from '../../components/display/labels';
import { BusinessMark } from '../../components/display/monograms';
import { useTexts } from '../../i18n/texts';
import { useCan, useSession } from '../../session/session';
import { subAccountCountsQuery } from '../../session/sub-account-counts';
import { type EnterableSubAccount, subAccountsQuery } from '../../session/sub-accounts';
import { useVisitedAccounts } from '../../session/use-visited-accounts';
import { Finder, type Option } from './finder';
import { pageInAccount } from './page-in-account';

const MAX_FOUND = 20;

interface Target {
  id: number;
  name: string;
  text?: string;
}

/** Switches to another sub account and keeps the page: pinned and recent ones first, any other by its name. */
export function AccountFinder({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('palette');
  const { account, sub_account_count: count } = useSession();
  const { subAccountId } = useApi();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const found = useQuery(subAccountsQuery(wanted, MAX_FOUND));
  const describe = useDescription(wanted);
  const { visited, visit, togglePin } = useVisitedAccounts();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const canAdd = useCan('account:manage');
  const option = ({ id, name, text: note }: Target, group: string): Option => ({
    id: `${group}-${id}`,
    name,
    ...(note ? { text: note } : {}),
    mark: <BusinessMark name={name} quiet={id !== subAccountId} />,
    hint: id === subAccountId && <Icon name="check" className="text-accent" label={t('current')} />,
    run: ({ newTab }) => {
      const href = pageInAccount(pathname.replace(/^\/app/, ''), id);
      if (newTab) return void window.open(`/app${href}`, '_blank', 'noopener');
      visit({ id, name });
      void navigate({ href });
    },
  });
  const known = text.trim() === '' ? visited : [];
  const groups = [
    { name: t('pinned'), options: known.filter(({ pinned }) => pinned).map((one) => option(one, 'pinned')) },
    { name: t('recent'), options: known.filter(({ pinned }) => !pinned).map((one) => option(one, 'recent')) },
    {
      name: t('sub_accounts'),
      options: (found.data ?? []).map((one) => option({ ...one, text: describe(one) }, 'found')),
    },
  ];
  return (
    <Finder
      label={t('switch_label')}
      mark={<BusinessMark name={account.name} />}
      note={<span className="help-text tabular-nums">{t('of_all', { count })}</span>}
      text={text}
      groups={groups}
      failed={found.isError ? found : null}
      onText={setText}
      onClose={onClose}
      onKey={(event, current) => {
        if (!event.altKey || !current) return;
        if (event.code === 'KeyP') {
          event.preventDefault();
          togglePin({ id: Number(current.id.split('-')[1]), name: current.name });
        } else if (event.code === 'KeyN' && canAdd) {
          event.preventDefault();
          onClose();
          void navigate({ href: `/${subAccountId}/settings/sub-accounts?add=1` });
        }
      }}
      footer={
        <>
          <span>
            <Key>↵</Key> {t('switch_hint')}
          </span>
          <span>
            <Key>Alt P</Key> {t('pin_hint')}
          </span>
          {canAdd && (
            <span className="ms-auto">
              <Key>Alt N</Key> {t('add_hint')}
            </span>
          )}
        </>
      }
    />
  );
}

/** Returns what says how many channels a sub account has, and, once it is known, what waits and what needs a person there. */
function useDescription(wanted: string): (one: EnterableSubAccount) => string {
  const t = useTexts('palette');
  const common = useTexts('common');
  const { data = [] } = useQuery(subAccountCountsQuery(wanted, null, MAX_FOUND));
  const counts = new Map(data.map((one) => [one.id, one]));
  return ({ id, main, channels }) => {
    const { waiting_reviews: waiting, failing_channels: failing } = counts.get(id) ?? {};
    return [
      t(main ? 'main_account' : 'channel_count', { count: channels }),
      waiting ? common('badge_waiting', { count: waiting }) : '',
      failing ? common('badge_failing', { count: failing }) : '',
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
