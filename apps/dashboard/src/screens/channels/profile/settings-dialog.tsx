import type { ReactNode } from 'react';
import { useShortcuts } from '../../../app/shortcuts';
import { Button } from '../../../components/controls/button';
import { Dialog } from '../../../components/overlays/dialog';
import { useTexts } from '../../../i18n/texts';
import type { Channel } from '../rules/channel-state';
import { ChannelSettingsFields, useChannelSettings } from './channel-settings';

/** Changes the name, the property and the approval of a channel. */
export function SettingsDialog({ channel, onClose }: { channel: Channel; onClose: () => void }): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const { settings, change, isChanged, save } = useChannelSettings(channel, onClose);
  const close = (): void => {
    if (!isChanged || window.confirm(common('not_saved'))) onClose();
  };
  const submit = (): void => {
    if (isChanged) save.mutate();
    else onClose();
  };
  useShortcuts([
    { keys: 'mod+s', run: submit },
    { keys: 'mod+enter', run: submit },
  ]);
  return (
    <Dialog
      title={t('settings_of', { name: channel.name })}
      onClose={close}
      onSubmit={submit}
      footer={
        <>
          <Button kind="quiet" onClick={close}>
            {common('cancel')}
          </Button>
          <Button type="submit" kind="primary" className="ms-auto" busy={save.isPending}>
            {common('save')}
          </Button>
        </>
      }
    >
      <ChannelSettingsFields settings={settings} onChange={change} error={save.error} />
    </Dialog>
  );
}
