import type { ReactNode } from 'react';
import { useShortcuts } from '../../../app/shortcuts';
import { FormDialog } from '../../../components/forms/form-dialog';
import { useTexts } from '../../../i18n/texts';
import type { Channel } from '../rules/channel-state';
import { ChannelSettingsFields, useChannelSettings } from './channel-settings';

/** Changes the name, the property and the approval of a channel. */
export function SettingsDialog({ channel, onClose }: { channel: Channel; onClose: () => void }): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const { settings, change, isChanged, save } = useChannelSettings(channel, onClose);
  const submit = (): void => {
    if (isChanged) save.mutate();
    else onClose();
  };
  useShortcuts([{ keys: 'mod+s', run: submit }]);
  return (
    <FormDialog
      title={t('settings_of', { name: channel.name })}
      verb={common('save')}
      busy={save.isPending}
      isWritten={isChanged}
      onClose={onClose}
      onSubmit={submit}
    >
      <ChannelSettingsFields settings={settings} onChange={change} error={save.error} />
    </FormDialog>
  );
}
