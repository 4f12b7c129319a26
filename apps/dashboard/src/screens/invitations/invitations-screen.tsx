import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { lazy } from '../../api/load-code';
import { useApi } from '../../api/api';
import { useShortcuts } from '../../app/shortcuts';
import { Button } from '../../components/controls/button';
import { Icon } from '../../components/display/icon';
import { Loading } from '../../components/display/states';
import { TopBar } from '../../components/layout/page';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useCan } from '../../session/session';
import { profilesQuery, sendingStatusQuery, useRequestCount } from './invite-queries';
import { RequestsTab } from './requests/requests-tab';
import { SendingNotes } from './sending/sending-notes';
import { useAddress } from './use-address';
import './invitations.css';

const NewRequestDialog = lazy(() =>
  import('./new-request/new-request-dialog').then((file) => ({ default: file.NewRequestDialog })),
);
const ProfilesTab = lazy(() =>
  import('./profiles/profiles-tab').then((file) => ({ default: file.ProfilesTab })),
);
const SuppressionsTab = lazy(() =>
  import('./suppressions/suppressions-tab').then((file) => ({ default: file.SuppressionsTab })),
);

const TABS = ['requests', 'profiles', 'suppressions'] as const;
type Tab = (typeof TABS)[number];

/** Who was invited and what happened, the settings profiles, and the people who are not contacted. */
export function InvitationsScreen(): ReactNode {
  const t = useTexts('invitations');
  const [address, change] = useAddress();
  const mayWrite = useCan('invites:write');
  const tab = TABS.find((one) => one === address.tab) ?? 'requests';
  const { isPending } = useQuery(sendingStatusQuery(useApi()));
  useShortcuts(mayWrite ? [{ keys: 'n', run: () => change({ new: '1' }) }] : []);
  return (
    <>
      <TopBar title={t('title')} tabs={<Tabs tab={tab} />} actions={mayWrite && <Actions />} />
      {isPending && <Loading />}
      {/* The notes above the tab would push it down if they came later. The data of the tab loads meanwhile. */}
      <div className={isPending ? 'hidden' : 'contents'}>
        <SendingNotes />
        <Suspense fallback={<Loading />}>
          {tab === 'requests' && <RequestsTab />}
          {tab === 'profiles' && <ProfilesTab />}
          {tab === 'suppressions' && <SuppressionsTab />}
        </Suspense>
      </div>
      {address.new && mayWrite && (
        <Suspense>
          <NewRequestDialog toMyself={address.new === 'me'} />
        </Suspense>
      )}
    </>
  );
}

function Tabs({ tab }: { tab: Tab }): ReactNode {
  const t = useTexts('invitations');
  const formats = useFormats();
  const api = useApi();
  const requests = useRequestCount();
  const { data: profiles } = useQuery(profilesQuery(api));
  const counts: Partial<Record<Tab, number | undefined>> = { requests, profiles: profiles?.length };
  return (
    <nav className="tabs" aria-label={t('title')}>
      {TABS.map((one) => (
        <Link
          key={one}
          to="/$account/invitations"
          params={{ account: String(api.subAccountId) }}
          search={one === 'requests' ? {} : { tab: one }}
          activeOptions={{ exact: true }}
          aria-current={one === tab ? 'page' : undefined}
        >
          {t(`tab_${one}`)}
          {counts[one] !== undefined && <span className="count">{formats.number(counts[one])}</span>}
        </Link>
      ))}
    </nav>
  );
}

function Actions(): ReactNode {
  const t = useTexts('invitations');
  const { subAccountId } = useApi();
  const [, change] = useAddress();
  return (
    <>
      <Link
        to="/$account/invitations/import"
        params={{ account: String(subAccountId) }}
        className="btn quiet inv-import"
        title={t('import_csv')}
      >
        <Icon name="upload" />
        <span>{t('import_csv')}</span>
      </Link>
      <Button kind="primary" icon="add" shortcut="N" className="inv-new" onClick={() => change({ new: '1' })}>
        <span>{t('invite_someone')}</span>
      </Button>
    </>
  );
}
