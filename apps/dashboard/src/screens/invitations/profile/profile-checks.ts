import type { ProfileDraft } from './profile-draft';
import { MAX_SEGMENTS, smsSize } from './sms-size';

/** What the server said about a message of a kind that was not stored. `msg` is null if it cannot send this kind at all. */
export type Verdict = { ok: true } | { ok: false; msg: string | null };

export interface ProfileCheck {
  /** The key of its text. A refusal of the server has its own words instead. */
  name:
    | 'check_unsubscribe'
    | 'check_email_ok'
    | 'check_sms_ok'
    | 'check_email_kept'
    | 'check_sms_kept'
    | 'check_email_off'
    | 'check_sms_off'
    | 'check_whatsapp_off'
    | 'check_footer'
    | 'check_links'
    | 'check_review_url'
    | 'check_segments';
  tone: 'good' | 'warn' | 'bad';
  msg: string | null;
}

/** What is known besides the settings. Null while it loads. */
export interface CheckFacts {
  /** How many channels of the sub account have a page. */
  channels: number | null;
  email: Verdict | null;
  sms: Verdict | null;
  /** The kinds of messages that the server keeps and sends to nobody. */
  kept: readonly ('email' | 'sms')[];
}

/** Returns what keeps messages of a profile from being sent or read, and what is in order. */
export function checksOf(draft: ProfileDraft, { channels, email, sms, kept }: CheckFacts): ProfileCheck[] {
  const checks: ProfileCheck[] = [{ name: 'check_unsubscribe', tone: 'good', msg: null }];
  if (email) checks.push(refusalOf('email', email) ?? verdictOf('email', email, kept));
  if (sms) checks.push(refusalOf(draft.sms.channel, sms) ?? verdictOf('sms', sms, kept));
  const hasLink = draft.review_url !== null || draft.direct_form.enabled || draft.channels.length > 0;
  if (channels === 0 && !hasLink) checks.push({ name: 'check_links', tone: 'bad', msg: null });
  if (draft.footer_address.trim() === '') checks.push({ name: 'check_footer', tone: 'warn', msg: null });
  return [...checks, ...smsChecks(draft)];
}

function smsChecks({ sms: { body, channel } }: ProfileDraft): ProfileCheck[] {
  if (body === null) return [];
  const checks: ProfileCheck[] = [];
  if (!/\{\{\s*review_url\s*\}\}/.test(body))
    checks.push({ name: 'check_review_url', tone: 'bad', msg: null });
  if (channel === 'sms' && smsSize(body).segments > MAX_SEGMENTS)
    checks.push({ name: 'check_segments', tone: 'bad', msg: null });
  return checks;
}

function refusalOf(kind: 'email' | 'sms' | 'whatsapp', verdict: Verdict): ProfileCheck | null {
  const isOff = !verdict.ok && verdict.msg === null;
  return isOff ? { name: `check_${kind}_off`, tone: 'warn', msg: null } : null;
}

function verdictOf(kind: 'email' | 'sms', verdict: Verdict, kept: CheckFacts['kept']): ProfileCheck {
  if (!verdict.ok) return { name: `check_${kind}_ok`, tone: 'warn', msg: verdict.msg };
  if (kept.includes(kind)) return { name: `check_${kind}_kept`, tone: 'warn', msg: null };
  return { name: `check_${kind}_ok`, tone: 'good', msg: null };
}
