import type { Schema } from '@plaudit/client';
import { instantOf, localTimeOf } from '../../../../i18n/zoned-time';
import { type DataRow, dataOf, rowsOf } from '../../new-request/data-rows';
import type { InviteRequest } from '../request-list';

/** What can be changed about a request that waits, as typed. */
export interface EditForm {
  recipient: string;
  name: string;
  /** A local time such as `2026-09-20T09:00`. */
  time: string;
  data: DataRow[];
}

export function formOf(
  { recipient, name, data }: Pick<InviteRequest, 'recipient' | 'name' | 'data'>,
  schedule: Date,
  timeZone: string | undefined,
): EditForm {
  return { recipient, name: name ?? '', time: localTimeOf(schedule, timeZone), data: rowsOf(data) };
}

/** Returns what differs from the first form. A time that cannot be read changes nothing. */
export function changesOf(
  first: EditForm,
  form: EditForm,
  timeZone: string | undefined,
): Schema<'InviteUpdateInput'> {
  const schedule = form.time === first.time ? null : instantOf(form.time, timeZone);
  const data = dataOf(form.data);
  const isDataChanged = data !== null && JSON.stringify(data) !== JSON.stringify(dataOf(first.data));
  return {
    ...(form.recipient !== first.recipient && { recipient: form.recipient.trim() }),
    ...(form.name !== first.name && { name: form.name.trim() || null }),
    ...(schedule && { schedule: schedule.toISOString() }),
    ...(isDataChanged && { data }),
  };
}
