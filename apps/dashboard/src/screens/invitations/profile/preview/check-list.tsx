import type { ReactNode } from 'react';
import { Icon } from '../../../../components/display/icon';
import { useTexts } from '../../../../i18n/texts';
import { useCan } from '../../../../session/session';
import { useKeptKinds } from '../../invite-queries';
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
  const facts = { ...verdicts, kept, channels: channels && channels.filter(({ hasPage }) => hasPage).length };
  return (
    <ul className="checks" aria-label={t('checks')}>
      {checksOf(editor.draft, facts).map(({ name, tone, msg }) => (
        <li key={name}>
          <Icon name={LOOKS[tone].icon} size="small" className={LOOKS[tone].color} />
          <span>{msg ?? t(name)}</span>
        </li>
      ))}
    </ul>
  );
}
