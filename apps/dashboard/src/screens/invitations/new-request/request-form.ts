import type { Schema } from '@plaudit/client';
import { instantOf } from '../../../i18n/zoned-time';
import { type DataRow, dataOf } from './data-rows';

export interface RequestForm {
  type: 'email' | 'sms';
  recipient: string;
  name: string;
  /** Empty for the default profile. */
  settingsId: string;
  when: 'profile' | 'now' | 'time';
  /** A local time such as `2026-09-20T09:00`. */
  time: string;
  data: DataRow[];
  reference: string;
  followup: boolean;
  ignoreCooldown: boolean;
}

/** The field of the form that is not filled in. */
export type FormFault = 'recipient' | 'time' | 'data';

/** Returns the body of POST /invite/requests/add, or the field that is missing. The server checks the rest. */
export function bodyOf(
  form: RequestForm,
  timeZone: string | undefined,
): { body: Schema<'InviteCreateInput'> } | { fault: FormFault } {
  const recipient = form.recipient.trim();
  const data = dataOf(form.data);
  const time = form.when === 'time' ? instantOf(form.time, timeZone) : null;
  if (recipient === '') return { fault: 'recipient' };
  if (form.when === 'time' && !time) return { fault: 'time' };
  if (!data) return { fault: 'data' };
  return {
    body: {
      recipient,
      type: form.type,
      ...(form.name.trim() && { name: form.name.trim() }),
      ...(form.settingsId && { settings_id: Number(form.settingsId) }),
      ...(form.when === 'now' && { delay: 0 }),
      ...(time && { schedule: time.toISOString() }),
      ...(Object.keys(data).length > 0 && { data }),
      ...(form.reference.trim() && { reference: form.reference.trim() }),
      ...(form.type === 'email' && !form.followup && { followup: false }),
      ...(form.ignoreCooldown && { ignore_cooldown: true }),
    },
  };
}
