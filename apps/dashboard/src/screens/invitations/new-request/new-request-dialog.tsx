import type { Schema } from '@plaudit/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { shownError } from '../../../api/api-error';
import { usePreferences } from '../../../app/preferences';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import { FormDialog } from '../../../components/forms/form-dialog';
import type { InviteRequest } from '../invite-queries';
import { useAddress } from '../use-address';
import { useMoment } from '../use-moment';
import { bodyOf, type FormFault, type RequestForm } from './request-form';
import { RequestFields } from './request-fields';

const EMPTY: RequestForm = {
  type: 'email',
  recipient: '',
  name: '',
  settingsId: '',
  when: 'profile',
  time: '',
  data: [],
  reference: '',
  followup: true,
  ignoreCooldown: false,
};
const FIELDS = ['recipient', 'name', 'schedule', 'data', 'reference', 'settings_id', 'type'];

/** Invites one person. `toMyself` fills in the address of the user. */
export function NewRequestDialog({ toMyself }: { toMyself: boolean }): ReactNode {
  const t = useTexts('invitations');
  const { timeZone } = usePreferences();
  const [, change] = useAddress();
  const [form, setForm] = useFirstForm(toMyself);
  const [fault, setFault] = useState<FormFault | null>(null);
  const close = (): void => change({ new: undefined });
  const { mutate, isPending, error } = useAddition(close);
  const send = (): void => {
    const read = bodyOf(form, timeZone);
    setFault('fault' in read ? read.fault : null);
    if ('body' in read) mutate(read.body);
  };
  const { msg, field } = shownError(error);
  return (
    <FormDialog
      title={t('new_title')}
      width={520}
      wayOut={t('new_none')}
      verb={t('new_send')}
      busy={isPending}
      isWritten={!toMyself && form.recipient.trim() !== ''}
      error={FIELDS.includes(field ?? '') ? null : error}
      onClose={close}
      onSubmit={send}
    >
      <RequestFields
        form={form}
        fault={fault}
        serverError={error && field && msg ? { field, msg } : null}
        onChange={(part) => setForm((current) => ({ ...current, ...part }))}
      />
      <p className="help-text">{t('new_same_links')}</p>
    </FormDialog>
  );
}

function useFirstForm(toMyself: boolean) {
  const { user } = useSession();
  const [{ settings: settingsId = '' }] = useAddress();
  return useState<RequestForm>(() => {
    if (!toMyself) return EMPTY;
    const { email: recipient } = user;
    const name = user.name ?? '';
    return { ...EMPTY, recipient, name, settingsId, when: 'now', followup: false, ignoreCooldown: true };
  });
}

function useAddition(onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const announce = useAnnouncement();
  return useMutation({
    mutationFn: (body: Schema<'InviteCreateInput'>) => api.client.post('/invite/requests/add', { body }),
    onSuccess: ({ request }) => {
      onDone();
      announce(request);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.key('invites') }),
  });
}

function useAnnouncement(): (request: InviteRequest) => void {
  const t = useTexts('invitations');
  const [, change] = useAddress();
  const moment = useMoment();
  return ({ id, status, skip_reason: reason, send_at: sendAt, schedule }) => {
    const action = { label: t('show'), run: () => change({ tab: undefined, request: String(id) }) };
    if (status === 'skipped' && reason) {
      toaster.show({ kind: 'failed', text: t('new_skipped', { reason: t(`reason_${reason}`) }), action });
      return;
    }
    toaster.show({ text: t('new_done', { time: moment(sendAt ?? schedule) }), action });
  };
}
