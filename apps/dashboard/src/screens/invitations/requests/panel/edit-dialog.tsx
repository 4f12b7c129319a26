import type { Schema } from '@plaudit/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../../api/api';
import { shownError } from '../../../../api/api-error';
import { usePreferences } from '../../../../app/preferences';
import { TextField } from '../../../../components/controls/field';
import { toaster } from '../../../../components/overlays/toaster';
import { apiDate } from '../../../../i18n/formats';
import { useTexts } from '../../../../i18n/texts';
import { zoneName } from '../../../../i18n/zoned-time';
import { FormDialog } from '../../../../components/forms/form-dialog';
import { DataFields } from '../../new-request/data-fields';
import { dataOf } from '../../new-request/data-rows';
import type { InviteRequest } from '../request-list';
import { changesOf, type EditForm, formOf } from './edit-form';

const FIELDS = ['recipient', 'name', 'schedule', 'data'];

/** Changes a request that waits. Only what was changed is sent. */
export function EditDialog({ request, onClose }: { request: InviteRequest; onClose: () => void }): ReactNode {
  const t = useTexts('invitations');
  const { timeZone } = usePreferences();
  const first = formOf(request, apiDate(request.schedule), timeZone);
  const [form, setForm] = useState(first);
  const data = dataOf(form.data);
  const { mutate, isPending, error } = useUpdate(request.id, onClose);
  const { msg, field } = shownError(error);
  const errorOf = (name: string): string | null => (error && field === name ? msg : null);
  const set = (change: Partial<EditForm>): void => setForm((current) => ({ ...current, ...change }));
  return (
    <FormDialog
      title={t('act_edit')}
      verb={t('save_changes')}
      busy={isPending}
      ready={data !== null}
      isWritten={Object.keys(changesOf(first, form, timeZone)).length > 0}
      error={FIELDS.includes(field ?? '') ? null : error}
      onClose={onClose}
      onSubmit={() => mutate(changesOf(first, form, timeZone))}
    >
      <TextField
        label={t(request.type === 'email' ? 'new_recipient_email' : 'new_recipient_sms')}
        value={form.recipient}
        maxLength={254}
        error={errorOf('recipient')}
        onChange={(event) => set({ recipient: event.target.value })}
      />
      <TextField
        label={t('new_name')}
        value={form.name}
        maxLength={120}
        error={errorOf('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label={t('new_time', { zone: zoneName(timeZone) })}
        type="datetime-local"
        value={form.time}
        error={errorOf('schedule')}
        onChange={(event) => set({ time: event.target.value })}
      />
      <DataFields
        rows={form.data}
        error={data === null ? t('error_data') : errorOf('data')}
        onChange={(rows) => set({ data: rows })}
      />
    </FormDialog>
  );
}

function useUpdate(id: number, onDone: () => void) {
  const t = useTexts('invitations');
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schema<'InviteUpdateInput'>) =>
      api.client.put('/invite/requests/update/{id}', { params: { path: { id } }, body }),
    onSuccess: () => {
      toaster.show({ text: t('done_edit') });
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.key('invites') }),
  });
}
