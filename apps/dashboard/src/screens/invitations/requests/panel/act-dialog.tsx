import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Api, useApi } from '../../../../api/api';
import { toaster } from '../../../../components/overlays/toaster';
import { type Translate, useTexts } from '../../../../i18n/texts';
import { FormDialog } from '../../../../components/forms/form-dialog';
import type { InviteRequest } from '../request-list';
import { shownStatus } from '../request-state';
import { type Act, cancelledByDelete, pendingReminders } from './acts';

type AskedAct = Exclude<Act, 'edit'>;
type Texts = Translate<'invitations'>;

/** Asks before an act that cannot be undone, and says what it changes. */
export function ActDialog({
  act,
  request,
  sequence,
  onClose,
  onDeleted,
}: {
  act: AskedAct;
  request: InviteRequest;
  sequence: readonly InviteRequest[];
  onClose: () => void;
  onDeleted: () => void;
}): ReactNode {
  const t = useTexts('invitations');
  const api = useApi();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => perform(api, act, request.id, t),
    onSuccess: (text) => {
      toaster.show({ text: text ?? t('done_send', { recipient: request.recipient }) });
      onClose();
      if (act === 'delete') onDeleted();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.key('invites') }),
  });
  return (
    <FormDialog
      title={t(`ask_${act}`)}
      verb={t(`ask_${act}_verb`)}
      danger={act === 'stop' || act === 'delete'}
      {...(act === 'delete' && { wayOut: t('keep_it') })}
      busy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <p>{consequence(act, request, sequence, t)}</p>
    </FormDialog>
  );
}

/** Performs the act. Returns what to say about it; null if the message was sent. */
async function perform({ client }: Api, act: AskedAct, id: number, t: Texts): Promise<string | null> {
  const params = { path: { id } };
  if (act === 'send') {
    const { request } = await client.post('/invite/requests/send/{id}', { params });
    const { recipient } = request;
    const status = shownStatus(request);
    if (status === 'sent') return null;
    if (status === 'kept') return t('done_kept', { recipient });
    return t('done_send_state', { recipient, status: t(`status_${status}`) });
  }
  if (act === 'stop') {
    const { stopped_steps: count } = await client.post('/invite/requests/stop_sequence/{id}', { params });
    return t('done_stop', { count });
  }
  if (act === 'reviewed') await client.put('/invite/requests/reviewed/{id}', { params });
  else await client.delete('/invite/requests/delete/{id}', { params });
  return t(act === 'reviewed' ? 'done_reviewed' : 'done_delete');
}

function consequence(
  act: AskedAct,
  request: InviteRequest,
  sequence: readonly InviteRequest[],
  t: Texts,
): string {
  const recipient = request.name ?? (request.recipient || t('erased'));
  if (act === 'stop') return t('ask_stop_text', { recipient, count: pendingReminders(sequence).length });
  if (act !== 'delete') return t(`ask_${act}_text`, { recipient });
  const count = cancelledByDelete(request, sequence);
  return count > 0 ? t('ask_delete_pending', { recipient, count }) : t('ask_delete_sent', { recipient });
}
