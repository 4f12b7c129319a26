import { type InvitePayload, wireDate } from '@plaudit/contracts';
import type { RequestRow } from './request-rows';

/** Returns what every event about a request says of it. `at` is when it happened. */
export function invitePayload(row: RequestRow, settingsName: string, at: Date): InvitePayload {
  return {
    id: row.id,
    settings_id: row.settings_id,
    settings_name: settingsName,
    parent_id: row.parent_id,
    step: row.step,
    type: row.type,
    reference: row.reference,
    created_on: wireDate(row.created_on),
    happened_on: wireDate(at),
  };
}
