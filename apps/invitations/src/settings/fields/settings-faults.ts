import { type ErrorCode, type FieldError, ownValue } from '@plaudit/contracts';
import { smsText } from '@plaudit/contracts/sms-text';
import { truncate } from '@plaudit/runtime';
import { fill, hasVariable, unknownVariables, VARIABLES } from '../../messages/placeholders';
import type { InviteSettings } from '../invite-settings';
import type { Field, Fields, Rows, Setting } from './setting-field';
import { SETTING_FIELDS } from './setting-fields';
import { isJsonObject, type JsonObject } from '../stored-settings';

export interface SettingFault extends FieldError {
  code: ErrorCode;
}

const ROOT = 'settings';
const MAX_FAULTS = 100;
const MINUTES = { minutes: 1, hours: 60, days: 24 * 60 };
const MAX_DELAY_DAYS = 365;
const MIN_STEP_HOURS = 12;
const MIN_WINDOW_MINUTES = 30;
const MAX_SMS_SEGMENTS = 3;
/** So many characters outside of the SMS alphabet are named. */
const MAX_NAMED = 10;
/** What the variables of a text message are counted as. The address has as many characters as the token of a link. */
const SMS_SAMPLE: Readonly<Record<string, string>> = {
  review_url: 'x'.repeat(26),
  unsubscribe_url: 'x'.repeat(26),
};
const SMS_VALUE = 'Example';

/** Returns the faults of what a client sent, in the order of its keys. Rules that need several settings are not checked. */
export function faultsOfPatch(patch: unknown): SettingFault[] {
  if (!isJsonObject(patch)) return [invalid(ROOT, 'an object')];
  return faultsOf(SETTING_FIELDS, patch, ROOT).slice(0, MAX_FAULTS);
}

/** Returns the required settings that a new profile lacks. */
export function missingSettings(patch: JsonObject): SettingFault[] {
  return Object.entries<Setting>(SETTING_FIELDS).flatMap(([key, setting]): SettingFault[] => {
    if (setting.kind !== 'field' || !setting.required || Object.hasOwn(patch, key)) return [];
    const field = `${ROOT}.${key}`;
    return [{ field, code: 'missing_field', msg: `${field} is required.` }];
  });
}

/** Returns the faults of settings that are valid each by itself. */
export function faultsOfSettings(settings: InviteSettings): SettingFault[] {
  return [...delayFaults(settings), ...windowFaults(settings), ...smsFaults(settings)];
}

function faultsOf(fields: Fields, patch: JsonObject, path: string): SettingFault[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const field = `${path}.${truncate(key, 60)}`;
    const setting = ownValue(fields, key);
    if (!setting) return [fault(field, 'is not a setting; remove it.')];
    return faultsOfValue(setting, value, field);
  });
}

function faultsOfValue(setting: Setting, value: unknown, field: string): SettingFault[] {
  if (value === null) {
    const isRequired = setting.kind === 'field' && setting.required;
    return isRequired ? [invalid(field, setting.must)] : [];
  }
  if (setting.kind === 'rows') return faultsOfRows(setting, value, field);
  if (setting.kind === 'field') return faultsOfField(setting, value, field);
  return isJsonObject(value) ? faultsOf(setting.fields, value, field) : [invalid(field, 'an object')];
}

function faultsOfRows({ fields, min, max }: Rows, value: unknown, field: string): SettingFault[] {
  if (!Array.isArray(value) || value.length < min || value.length > max || !value.every(isJsonObject)) {
    return [invalid(field, `a list of ${min} to ${max} objects`)];
  }
  return value.flatMap((row, at) => {
    const here = `${field}[${at}]`;
    const lacking = row.delay === undefined || row.delay === null;
    const missing: SettingFault[] = lacking
      ? [{ field: `${here}.delay`, code: 'missing_field', msg: `${here}.delay is required.` }]
      : [];
    return [...missing, ...faultsOf(fields, row, here)];
  });
}

function faultsOfField(setting: Field, value: unknown, field: string): SettingFault[] {
  if (!setting.accepts(value)) {
    return [setting.faultOf ? fault(field, `${setting.faultOf(value)}.`) : invalid(field, setting.must)];
  }
  if (!setting.hasVariables) return [];
  return unknownVariables(value as string).map((variable) => ({
    field,
    code: 'unknown_variable',
    msg: variable.startsWith('{{')
      ? `${field} has "${variable}" without }}; close the braces.`
      : `${field} uses {{${variable}}}, which is not a variable; use ${VARIABLES.join(', ')}, or data. and a key.`,
  }));
}

function delayFaults({ delay, delay_unit, followup }: InviteSettings): SettingFault[] {
  const first =
    delay * MINUTES[delay_unit] > MAX_DELAY_DAYS * MINUTES.days
      ? [fault(`${ROOT}.delay`, `must be at most ${MAX_DELAY_DAYS} days; choose a smaller number or unit.`)]
      : [];
  const steps = followup.steps.flatMap((step, at) => {
    const isLongEnough = step.delay * MINUTES[step.delay_unit] >= MIN_STEP_HOURS * MINUTES.hours;
    const field = `${ROOT}.followup.steps[${at}].delay`;
    return isLongEnough
      ? []
      : [fault(field, `must be at least ${MIN_STEP_HOURS} hours; choose a longer delay.`)];
  });
  return [...first, ...steps];
}

function windowFaults({ send_window: { start, end } }: InviteSettings): SettingFault[] {
  const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const length = (minutesOf(end) - minutesOf(start) + MINUTES.days) % MINUTES.days;
  if (length === 0 || length >= MIN_WINDOW_MINUTES) return [];
  const msg = `must be at least ${MIN_WINDOW_MINUTES} minutes after ${ROOT}.send_window.start, or the same for the whole day.`;
  return [fault(`${ROOT}.send_window.end`, msg)];
}

function smsFaults({ sms: { body, channel } }: InviteSettings): SettingFault[] {
  const field = `${ROOT}.sms.body`;
  if (!hasVariable(body, 'review_url')) return [fault(field, 'must have {{review_url}}; add it.')];
  if (channel === 'whatsapp') return [];
  const { segments, foreign } = smsText(
    fill(body, (variable) => ownValue(SMS_SAMPLE, variable) ?? SMS_VALUE),
  );
  if (segments <= MAX_SMS_SEGMENTS) return [];
  const named = foreign.slice(0, MAX_NAMED).join(' ');
  const hint =
    foreign.length === 0
      ? ''
      : ` Characters outside of the SMS alphabet make a segment hold 70 characters instead of 160: ${named}`;
  const msg = `must be at most ${MAX_SMS_SEGMENTS} segments long and has ${segments}; shorten it.${hint}`;
  return [fault(field, msg)];
}

function invalid(field: string, must: string): SettingFault {
  return fault(field, `must be ${must}.`);
}

function fault(field: string, rest: string): SettingFault {
  return { field, code: 'validation_failed', msg: `${field} ${rest}` };
}
