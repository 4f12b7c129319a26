import { ApiError, type InviteType } from '@plaudit/contracts';
import { readName } from '../requests/fields/input-fields';
import { readRecipient, recipientKeyOf } from '../recipients/recipient';
import { delaySeconds, later, readDelay, readSchedule } from '../schedule/planned-time';
import type { InviteSettings } from '../settings/invite-settings';
import type { InviteCreateInput } from './additions.dto';

/** A request to be added, as read from the body. */
export interface Addition {
  /** Index in the body. */
  index: number;
  type: InviteType;
  recipient: string;
  recipientKey: Buffer;
  name: string | null;
  /** Null means after the delay of the settings. */
  planned: Date | null;
  /** Null means the default profile. */
  settingsId: number | null;
  data: Record<string, string | number | boolean | null>;
  timezone: string | null;
  channels: number[] | null;
  reference: string | null;
  followup: boolean;
  ignoreCooldown: boolean;
}

/** Reads a request to be added. Throws 400 if a value is not allowed that the DTO alone cannot refuse. */
export function readAddition(input: InviteCreateInput, now: Date, index = 0): Addition {
  const { type, recipient } = readRecipient({ ...input, country: input.country ?? null });
  return {
    index,
    type,
    recipient,
    recipientKey: recipientKeyOf(type, recipient),
    name: readName(input.name),
    planned: readPlanned(input, now),
    settingsId: input.settings_id ?? null,
    data: input.data ?? {},
    timezone: input.timezone ?? null,
    channels: input.channels && input.channels.length > 0 ? input.channels : null,
    reference: input.reference ?? null,
    followup: input.followup ?? true,
    ignoreCooldown: input.ignore_cooldown ?? false,
  };
}

/** Returns when a request is to be sent that names no time. */
export function plannedBy({ delay, delay_unit }: InviteSettings, now: Date): Date {
  return later(now, delaySeconds(delay, delay_unit));
}

function readPlanned({ schedule, delay, delay_unit }: InviteCreateInput, now: Date): Date | null {
  if (schedule !== undefined && delay !== undefined) {
    throw new ApiError('schedule_conflict', 'schedule and delay must not be sent together; leave one out.', {
      field: 'delay',
    });
  }
  if (schedule !== undefined) return readSchedule(schedule, now);
  if (delay !== undefined) return later(now, readDelay(delay, delay_unit ?? 'days'));
  if (delay_unit === undefined) return null;
  throw new ApiError('missing_field', 'delay is required, because delay_unit is sent.', { field: 'delay' });
}
