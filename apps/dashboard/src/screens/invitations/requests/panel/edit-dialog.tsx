import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../../api/api';
import { shownError } from '../../../../api/api-error';
import { usePreferences } from '../../../../app/preferences';
import { Button } from '../../../../components/controls/button';
import { TextField } from '../../../../components/controls/field';
import { Note } from '../../../../components/display/note';
import { Dialog } from '../../../../components/overlays/dialog';
import { toaster } from '../../../../components/overlays/toaster';
import { apiDate } from '../../../../i18n/formats';
import { useTexts } from '../../../../i18n/texts';
import { instantOf, localTimeOf, zoneName } from '../../../../i18n/zoned-time';
import { type DataRow, dataOf, rowsOf } from '../../new-request/data-rows';
import { DataFields } from '../../new-request/data-fields';
import { modCap, sendOnModEnter } from '../../new-request/send-keys';
import type { InviteRequest } from '../request-list';

const FIELDS = ['recipient', 'name', 'schedule', 'data'];

/** Changes a request that waits. Only what was changed is sent. */
export function EditDialog({ request, onClose }: { request: InviteRequest; onClose: () => void }): ReactNode {
  const t = useTexts('invitations');
  const common = useTexts('common');
  const api = useApi();
  const queries = useQueryClient();
  const { timeZone } = usePreferences();
  const first = {
    recipient: request.recipient,
    name: request.name ?? '',
    time: localTimeOf(apiDate(request.schedule), timeZone),
  };
  const [form, setForm] = useState(first);
  const [rows, setRows] = useState<DataRow[]>(() => rowsOf(request.data));
  const data = dataOf(rows);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const schedule = form.time === first.time ? undefined : instantOf(form.time, timeZone)?.toISOString();
      const isDataChanged = JSON.stringify(data) !== JSON.stringify(dataOf(rowsOf(request.data)));
      return api.client.put('/invite/requests/update/{id}', {
        params: { path: { id: request.id } },
        body: {
          ...(form.recipient !== first.recipient && { recipient: form.recipient.trim() }),
          ...(form.name !== first.name && { name: form.name.trim() || null }),
          ...(schedule && { schedule }),
          ...(isDataChanged && { data: data ?? {} }),
        },
      });
    },
    onSuccess: () => {
      toaster.show({ text: t('done_edit') });
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.key('invites') }),
  });
  const { msg, field } = shownError(error);
  const errorOf = (name: string): string | null => (error && field === name ? msg : null);
  const set = (change: Partial<typeof form>): void => setForm((current) => ({ ...current, ...change }));
  const send = (): void => {
    if (data !== null) mutate();
  };
  return (
    <Dialog
      title={t('act_edit')}
      onClose={onClose}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" kind="primary" className="ms-auto" busy={isPending} shortcut={modCap('⏎')}>
            {t('save_changes')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4" onKeyDown={sendOnModEnter(send)}>
        {error && !FIELDS.includes(field ?? '') && <Note tone="bad">{msg ?? common('network_failed')}</Note>}
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
          rows={rows}
          error={data === null ? t('error_data') : errorOf('data')}
          onChange={setRows}
        />
      </div>
    </Dialog>
  );
}
