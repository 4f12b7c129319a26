import type { Schema } from '@plaudit/client';
import { Link } from '@tanstack/react-router';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { Button } from '../../../components/controls/button';
import { Note } from '../../../components/display/note';
import { useFailureToast } from '../../../components/forms/use-failure-toast';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useCan, useSession } from '../../../session/session';
import { sendingStatusQuery } from '../invite-queries';
import { useMoment } from '../use-moment';
import { FuseDialog } from './fuse-dialog';

type Status = Schema<'SendingStatus'>;
type Stop = Status['stops'][number];
type Fuse = Status['fuses'][number];
type UnsentText = 'keeps_email' | 'cannot_email' | 'keeps_sms';

/** A code of a newer server is explained as the most general one. */
const STOP_CODES = ['smtp_auth', 'smtp_relay_refused', 'smtp_sender_refused'] as const;

/** What keeps messages from reaching people, above all tabs. Nothing if they are sent. */
export function SendingNotes(): ReactNode {
  const { data } = useQuery(sendingStatusQuery(useApi()));
  if (!data) return null;
  const { mail, sms, stops, fuses } = data;
  const unsent = [
    mail.delivery === 'kept' && ('keeps_email' as const),
    mail.delivery === 'none' && ('cannot_email' as const),
    sms.delivery === 'kept' && ('keeps_sms' as const),
  ].filter((text) => text !== false);
  if (unsent.length + stops.length + fuses.length === 0) return null;
  return (
    <div className="inv-notes">
      {unsent.length > 0 && <UnsentNote texts={unsent} />}
      {stops.map((stop) => (
        <StopNote key={stop.sender} stop={stop} />
      ))}
      {fuses.map((fuse) => (
        <FuseNote key={fuse.id} fuse={fuse} />
      ))}
    </div>
  );
}

function UnsentNote({ texts }: { texts: readonly UnsentText[] }): ReactNode {
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

/** A sender that the mail server does not accept. Its mails wait. */
function StopNote({
  stop: { sender, code, msg, since, next_try_on: next, waiting },
}: {
  stop: Stop;
}): ReactNode {
  const t = useTexts('invitations');
  const moment = useMoment();
  const known = STOP_CODES.find((one) => one === code) ?? 'smtp_sender_refused';
  return (
    <Note tone="warn" action={<TryButton sender={sender} />}>
      <p className="font-medium">{t(`stop_${known}`, { sender })}</p>
      <p>{t('stop_facts', { count: waiting, since: moment(since), next: moment(next) })}</p>
      <p className="wrap-anywhere">{t('stop_reply', { msg })}</p>
      <p>{t(known === 'smtp_sender_refused' ? 'stop_remedy_sender' : 'stop_remedy_server')}</p>
    </Note>
  );
}

function TryButton({ sender }: { sender: string }): ReactNode {
  const t = useTexts('invitations');
  const api = useApi();
  const queries = useQueryClient();
  const fail = useFailureToast();
  const mayWrite = useCan('invites:write');
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.client.post('/invite/sending/retry', { body: { sender } }),
    onSuccess: () => toaster.show({ text: t('done_try') }),
    onError: (error) => fail(t('act_failed'), error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.key('invites') }),
  });
  if (!mayWrite) return null;
  return (
    <Button icon="refresh" busy={isPending} onClick={() => mutate()}>
      {t('try_now')}
    </Button>
  );
}

/** So many mails came back as unknown that a person has to say whether that is true. */
function FuseNote({ fuse }: { fuse: Fuse }): ReactNode {
  const t = useTexts('invitations');
  const moment = useMoment();
  const mayWrite = useCan('invites:write');
  const [isDeciding, setDeciding] = useState(false);
  const { server, mails, gone, requests, since } = fuse;
  return (
    <Note
      tone="warn"
      action={mayWrite && <Button onClick={() => setDeciding(true)}>{t('fuse_decide')}</Button>}
    >
      <p className="font-medium">
        {server === null ? t('fuse_all', { gone, mails }) : t('fuse_server', { gone, mails, server })}
      </p>
      <p>{t('fuse_facts', { count: requests, since: moment(since) })}</p>
      {isDeciding && <FuseDialog fuse={fuse} onClose={() => setDeciding(false)} />}
    </Note>
  );
}
