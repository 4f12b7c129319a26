import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { lazy } from '../../api/load-code';
import { useApi } from '../../api/api';
import { useShortcuts } from '../../app/shortcuts';
import { NARROW, useMedia } from '../../app/use-media';
import { Button, IconButton } from '../../components/controls/button';
import { Icon } from '../../components/display/icon';
import { Loading } from '../../components/display/states';
import { TopBar } from '../../components/layout/page';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useCan } from '../../session/session';
import { ChannelsTab } from './list/channels-tab';
import { useSources } from './sources/use-sources';
import { useChannels, useGroups } from './use-channels';
import './channels.css';

const GroupsTab = lazy(() => import('./groups/groups-tab').then((m) => ({ default: m.GroupsTab })));
const SourcesTab = lazy(() => import('./sources/sources-tab').then((m) => ({ default: m.SourcesTab })));
const ConnectDialog = lazy(() =>
  import('./connect/connect-dialog').then((m) => ({ default: m.ConnectDialog })),
);

/** The channels of the sub account, their properties and the sources of reviews that no channel has. */
export function ChannelsScreen(): ReactNode {
  const t = useTexts('channels');
  const { tab, connect } = useSearch({ from: '/$account/channels' });
  const navigate = useNavigate({ from: '/$account/channels' });
  const { subAccountId } = useApi();
  const narrow = useMedia(NARROW);
  const canConnect = useCan('channels:write');
  const canImport = useCan('reviews:write');
  const open = (): void => {
    if (canConnect) void navigate({ search: (old) => ({ ...old, connect: 'find' }) });
  };
  useShortcuts([
    { keys: 'c', run: open },
    { keys: 'n', run: open },
  ]);
  return (
    <>
      <TopBar
        title={t('title')}
        tabs={!narrow && <Tabs />}
        actions={
          <>
            {canImport && !narrow && (
              <Link
                className="btn quiet"
                to="/$account/inbox/import"
                params={{ account: String(subAccountId) }}
              >
                <Icon name="upload" />
                {t('import_csv')}
              </Link>
            )}
            {canConnect &&
              (narrow ? (
                <IconButton icon="add" kind="primary" label={t('connect')} onClick={open} />
              ) : (
                <Button kind="primary" icon="add" shortcut="C" onClick={open}>
                  {t('connect')}
                </Button>
              ))}
          </>
        }
      />
      {narrow && (
        <div className="channel-tabs">
          <Tabs />
        </div>
      )}
      <Suspense fallback={<Loading />}>
        {tab === 'properties' ? <GroupsTab /> : tab === 'sources' ? <SourcesTab /> : <ChannelsTab />}
      </Suspense>
      {connect && canConnect && (
        <Suspense>
          <ConnectDialog />
        </Suspense>
      )}
    </>
  );
}

function Tabs(): ReactNode {
  const t = useTexts('channels');
  const formats = useFormats();
  const { tab = 'channels' } = useSearch({ from: '/$account/channels' });
  const counts = {
    channels: useChannels().data?.length,
    properties: useGroups().data?.length,
    sources: useSources().data?.length,
  };
  return (
    <nav className="tabs" aria-label={t('parts')}>
      {(['channels', 'properties', 'sources'] as const).map((name) => (
        <Link
          key={name}
          to="/$account/channels"
          from="/$account/channels"
          search={{ tab: name === 'channels' ? undefined : name }}
          // The link of another tab is never current, whatever else is in the address.
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          aria-current={name === tab ? 'page' : undefined}
        >
          {t(`tab_${name}`)}
          {counts[name] !== undefined && <span className="count">{formats.number(counts[name])}</span>}
        </Link>
      ))}
    </nav>
  );
}
