import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../api/api';
import { shownError } from '../../../api/api-error';
import { usePreferences } from '../../../app/preferences';
import { Button } from '../../../components/controls/button';
import { Note } from '../../../components/display/note';
import { Dialog } from '../../../components/overlays/dialog';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { useSession } from '../../../session/session';
import type { InviteRequest } from '../invite-queries';
import { useAddress } from '../use-address';
import { useMoment } from '../use-moment';
import { bodyOf, type FormFault, type RequestForm } from './request-form';
import { RequestFields } from './request-fields';
import { modCap, sendOnModEnter } from './send-keys';

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
  const common = useTexts('common');
  const api = useApi();
  const queries = useQueryClient();
  const { timeZone } = usePreferences();
  const { user } = useSession();
  const [address, change] = useAddress();
  const [form, setForm] = useState<RequestForm>(() =>
    toMyself
      ? {
          ...EMPTY,
          recipient: user.email,
          name: user.name,
          settingsId: address.settings ?? '',
          when: 'now',
          followup: false,
          ignoreCooldown: true,
        }
      : EMPTY,
  );
  const [fault, setFault] = useState<FormFault | null>(null);
  const announce = useAnnouncement();
  const close = (): void => change({ new: undefined });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Extract<ReturnType<typeof bodyOf>, { body: object }>['body']) =>
      api.client.post('/invite/requests/add', { body }),
    onSuccess: ({ request }) => {
      close();
      announce(request);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.key('invites') }),
  });
  const send = (): void => {
    const read = bodyOf(form, timeZone);
    setFault('fault' in read ? read.fault : null);
    if ('body' in read && !isPending) mutate(read.body);
  };
  const { msg, field } = shownError(error);
  return (
    <Dialog
      title={t('new_title')}
      width={520}
      onClose={close}
      onSubmit={send}
      footer={
        <>
          <Button onClick={close}>{t('new_none')}</Button>
          <Button type="submit" kind="primary" className="ms-auto" busy={isPending} shortcut={modCap('⏎')}>
            {t('new_send')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4" onKeyDown={sendOnModEnter(send)}>
        {error && !FIELDS.includes(field ?? '') && <Note tone="bad">{msg ?? common('network_failed')}</Note>}
        <RequestFields
          form={form}
          fault={fault}
          serverError={error && field && msg ? { field, msg } : null}
          onChange={(part) => setForm((current) => ({ ...current, ...part }))}
        />
        <p className="help-text">{t('new_same_links')}</p>
      </div>
    </Dialog>
  );
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
