import type { ReactNode } from 'react';
import { modifierName } from '../../../app/keyboard';
import { useShortcuts } from '../../../app/shortcuts';
import { Button } from '../../../components/controls/button';
import { LeaveGuard } from '../../../components/forms/leave-guard';
import { useTexts } from '../../../i18n/texts';
import { useCan } from '../../../session/session';
import type { Channel } from '../rules/channel-state';
import { ChannelSettingsFields, useChannelSettings } from './channel-settings';

/** The settings of a channel on its page. Unsaved changes ask before the page is left. */
export function SettingsForm({ channel }: { channel: Channel }): ReactNode {
  const t = useTexts('channels');
  const common = useTexts('common');
  const { settings, change, isChanged, save, reset } = useChannelSettings(channel);
  const canWrite = useCan('channels:write');
  const submit = (): void => {
    if (isChanged && canWrite) save.mutate();
  };
  useShortcuts([
    { keys: 'mod+s', run: submit },
    { keys: 'mod+enter', run: submit },
  ]);
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <LeaveGuard active={isChanged} />
      <fieldset disabled={!canWrite} className="contents">
        <ChannelSettingsFields settings={settings} onChange={change} error={save.error} />
      </fieldset>
      {!canWrite && <p className="help-text">{t('role_cannot_change')}</p>}
      {isChanged && (
        <div className="flex gap-2">
          <Button type="submit" kind="primary" busy={save.isPending} shortcut={`${modifierName()} S`}>
            {common('save')}
          </Button>
          <Button kind="quiet" onClick={reset}>
            {common('cancel')}
          </Button>
        </div>
      )}
    </form>
  );
}
