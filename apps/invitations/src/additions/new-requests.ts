import type { Tenant } from '@plaudit/contracts';
import { authorKeyOf } from '../recipients/recipient';
import type { NewRequest, RequestRow } from '../requests/request-rows';
import { delaySeconds, later } from '../schedule/planned-time';
import { nextInWindow } from '../schedule/send-window';
import type { Accepted } from './addition-verdicts';

/** Returns the first message of an accepted addition. */
export function firstMessage(
  { account_id, sub_account_id }: Tenant,
  { addition, profile, schedule, sendAt, skipReason, erased }: Accepted,
): NewRequest {
  const isPending = skipReason === null;
  return {
    account_id,
    sub_account_id,
    settings_id: profile.id,
    type: addition.type,
    status: isPending ? 'pending' : 'skipped',
    skip_reason: skipReason,
    name: addition.name,
    author_key: authorKeyOf(addition.name),
    recipient: addition.recipient,
    recipient_key: addition.recipientKey,
    schedule,
    send_at: isPending ? sendAt : null,
    due_at: isPending ? sendAt : null,
    data: addition.data,
    channels: addition.channels,
    reference: addition.reference,
    timezone: addition.timezone,
    ignore_cooldown: addition.ignoreCooldown,
    ...(erased && { name: null, author_key: null, recipient: '', data: {} }),
  };
}

/**
 * Returns the reminders of a stored first message. They are due when the message before them was sent; until then their
 * `send_at` is an estimate.
 */
export function remindersOf(root: RequestRow, { addition, profile, sendAt }: Accepted): NewRequest[] {
  const { followup, send_window: window } = profile.settings;
  if (root.status !== 'pending' || root.type !== 'email' || !followup.enabled || !addition.followup)
    return [];
  let before = { schedule: root.schedule, sendAt };
  return followup.steps.map(({ delay, delay_unit }, index): NewRequest => {
    const seconds = delaySeconds(delay, delay_unit);
    before = {
      schedule: later(before.schedule, seconds),
      sendAt: nextInWindow(later(before.sendAt, seconds), window, root.timezone),
    };
    return {
      account_id: root.account_id,
      sub_account_id: root.sub_account_id,
      settings_id: root.settings_id,
      parent_id: root.id,
      step: index + 1,
      step_delay: seconds,
      type: root.type,
      status: 'pending',
      name: root.name,
      author_key: root.author_key,
      recipient: root.recipient,
      recipient_key: root.recipient_key,
      schedule: before.schedule,
      send_at: before.sendAt,
      data: root.data,
      channels: root.channels,
      timezone: root.timezone,
      ignore_cooldown: root.ignore_cooldown,
    };
  });
}
