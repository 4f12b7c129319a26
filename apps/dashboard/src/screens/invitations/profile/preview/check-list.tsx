import { type ReactNode, useState } from 'react';
import { Button } from '../../../../components/controls/button';
import { Icon } from '../../../../components/display/icon';
import { useTexts } from '../../../../i18n/texts';
import { useCan } from '../../../../session/session';
import { type ProfileEntry, useKeptKinds, useProfiles } from '../../invite-queries';
import { useProfileActs } from '../../profiles/use-profile-acts';
import { checksOf } from '../profile-checks';
import { useLinkedChannels, useSendingVerdicts } from '../profile-queries';
import type { ProfileEditor } from '../use-profile-editor';

const LOOKS = {
  good: { icon: 'done', color: 'text-good' },
  warn: { icon: 'alert', color: 'text-warn' },
  bad: { icon: 'failed', color: 'text-bad' },
} as const;

/** What keeps messages from being sent, as far as the API tells, and what is in order. */
export function CheckList({ editor }: { editor: ProfileEditor }): ReactNode {
  const t = useTexts('invite_profile');
  const mayWrite = useCan('invites:write');
  const verdicts = useSendingVerdicts(editor.id, editor.version, mayWrite);
  const channels = useLinkedChannels();
  const kept = useKeptKinds();
  const removed = useProfiles().find(({ id }) => id === editor.id)?.removed_addresses ?? [];
  const facts = { ...verdicts, kept, channels: channels && channels.filter(({ hasPage }) => hasPage).length };
  return (
    <ul className="checks" aria-label={t('checks')}>
      {removed.map((one) => (
        <RemovedAddress key={one.setting} editor={editor} removed={one} mayWrite={mayWrite} />
      ))}
      {checksOf(editor.draft, facts).map(({ name, tone, msg }) => (
        <li key={name}>
          <Icon name={LOOKS[tone].icon} size="small" className={LOOKS[tone].color} />
          <span>{msg ?? t(name)}</span>
        </li>
      ))}
    </ul>
  );
}

/** An address that an upgrade removed, until a person sets another one or leaves the setting empty. */
function RemovedAddress({
  editor: { id, isUnsaved },
  removed: { setting, address },
  mayWrite,
}: {
  editor: ProfileEditor;
  removed: ProfileEntry['removed_addresses'][number];
  mayWrite: boolean;
}): ReactNode {
  const t = useTexts('invite_profile');
  const { leaveEmpty } = useProfileActs();
  const [busy, setBusy] = useState(false);
  const confirm = (): void => {
    setBusy(true);
    void leaveEmpty(id, setting).finally(() => setBusy(false));
  };
  return (
    <li>
      <Icon name={LOOKS.warn.icon} size="small" className={LOOKS.warn.color} />
      <span>{t(`removed_${setting}`, { address })}</span>
      {mayWrite && !isUnsaved && (
        <Button size="small" busy={busy} onClick={confirm}>
          {t('removed_keep')}
        </Button>
      )}
    </li>
  );
}
