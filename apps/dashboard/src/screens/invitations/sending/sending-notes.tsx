import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/api';
import { Note } from '../../../components/display/note';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import { sendingStatusQuery } from '../invite-queries';

/** What keeps messages from reaching people, above all tabs. Nothing if they are sent. */
export function SendingNotes(): ReactNode {
  const { data } = useQuery(sendingStatusQuery(useApi()));
  if (!data) return null;
  const { mail, sms } = data;
  const unsent = [
    mail.delivery === 'kept' && ('keeps_email' as const),
    mail.delivery === 'none' && ('cannot_email' as const),
    sms.delivery === 'kept' && ('keeps_sms' as const),
  ].filter((text) => text !== false);
  if (unsent.length === 0) return null;
  return (
    <div className="inv-notes">
      <UnsentNote texts={unsent} />
    </div>
  );
}

function UnsentNote({
  texts,
}: {
  texts: readonly ('keeps_email' | 'cannot_email' | 'keeps_sms')[];
}): ReactNode {
  const t = useTexts('invitations');
  const { subAccountId } = useApi();
  const { has_mailbox: hasMailbox } = useSession();
  return (
    <Note
      tone="warn"
      action={
        hasMailbox &&
        texts.includes('keeps_email') && (
          <Link
            to="/$account/settings/$section"
            params={{ account: String(subAccountId), section: 'mailbox' }}
            className="font-medium"
          >
            {t('open_mailbox')}
          </Link>
        )
      }
    >
      {texts.map((text) => (
        <p key={text} className="font-medium">
          {t(text)}
        </p>
      ))}
      <p>{t('ask_operator')}</p>
    </Note>
  );
}
