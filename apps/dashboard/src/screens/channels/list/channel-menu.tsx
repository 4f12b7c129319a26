import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { lazy } from '../../../api/load-code';
import { useApi } from '../../../api/api';
import { IconButton } from '../../../components/controls/button';
import { Menu, MenuItem } from '../../../components/overlays/menu';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import type { Channel } from '../rules/channel-state';
import { useCheckNow } from '../use-check-now';

const SettingsDialog = lazy(() =>
  import('../profile/settings-dialog').then((m) => ({ default: m.SettingsDialog })),
);
const DisconnectDialog = lazy(() =>
  import('../profile/disconnect-dialog').then((m) => ({ default: m.DisconnectDialog })),
);

/** What can be done with a channel. */
export function ChannelMenu({
  channel,
  onGone,
}: {
  channel: Channel;
  /** Called after the channel was disconnected. */
  onGone?: () => void;
}): ReactNode {
  const t = useTexts('channels');
  const { subAccountId } = useApi();
  const navigate = useNavigate();
  const check = useCheckNow(channel.id);
  const canWrite = useCan('channels:write');
  const canRefresh = useCan('channels:refresh');
  const [dialog, setDialog] = useState<'settings' | 'disconnect' | null>(null);
  const account = String(subAccountId);
  const close = (): void => setDialog(null);
  return (
    <>
      <Menu
        label={t('actions_of', { name: channel.name })}
        trigger={(attributes) => (
          <IconButton {...attributes} icon="more" label={t('actions_of', { name: channel.name })} />
        )}
      >
        {canRefresh && channel.method !== 'dashboard' && (
          <MenuItem
            icon="refresh"
            disabled={check.again !== null || check.busy}
            hint={check.again}
            onSelect={check.run}
          >
            {t('check_now')}
          </MenuItem>
        )}
        <MenuItem
          icon="inbox"
          onSelect={() =>
            void navigate({
              to: '/$account/inbox',
              params: { account },
              search: { channels: String(channel.id) },
            })
          }
        >
          {t('show_reviews')}
        </MenuItem>
        {canWrite && (
          <>
            <MenuItem icon="edit" onSelect={() => setDialog('settings')}>
              {t('edit_settings')}
            </MenuItem>
            <MenuItem
              icon="upload"
              onSelect={() =>
                void navigate({
                  to: '/$account/channels',
                  params: { account },
                  search: { connect: 'import', channel: String(channel.id) },
                })
              }
            >
              {t('import_csv')}
            </MenuItem>
            <hr />
            <MenuItem icon="trash" danger onSelect={() => setDialog('disconnect')}>
              {t('disconnect')}
            </MenuItem>
          </>
        )}
      </Menu>
      <Suspense>
        {dialog === 'settings' && <SettingsDialog channel={channel} onClose={close} />}
        {dialog === 'disconnect' && (
          <DisconnectDialog channel={channel} onClose={close} onDone={onGone ?? close} />
        )}
      </Suspense>
    </>
  );
}
