import type { Schema } from '@plaudit/client';
import { ownValue } from '@plaudit/contracts/own-value';

export type InviteSettings = Schema<'InviteSettings'>;
export type SettingsChange = Schema<'InviteSettingsInput'>;

export type Step = InviteSettings['followup']['steps'][number];
/** A step that the server does not know yet has no texts: it gets those of the language. */
export type DraftStep = Omit<Step, 'subject' | 'body'> & { subject: string | null; body: string | null };

/** The settings as typed. A text that is null becomes the standard text of the language when it is saved. */
export interface ProfileDraft extends Omit<
  InviteSettings,
  'followup' | 'subject' | 'heading' | 'body' | 'button_text' | 'sms'
> {
  subject: string | null;
  heading: string | null;
  body: string | null;
  button_text: string | null;
  sms: Omit<InviteSettings['sms'], 'body'> & { body: string | null };
  followup: { enabled: boolean; steps: DraftStep[] };
}

export const MAX_STEPS = 3;
const STEP_DAYS = [3, 7, 14] as const;

/** Returns the settings to send: those that differ from the saved ones. A list is sent as a whole. */
export function changesOf(saved: ProfileDraft, draft: ProfileDraft): SettingsChange {
  return changesOfObject(saved as unknown as Values, draft as unknown as Values) as SettingsChange;
}

export function isChanged(saved: ProfileDraft, draft: ProfileDraft): boolean {
  return Object.keys(changesOf(saved, draft)).length > 0;
}

/** Returns the draft with one more reminder, whose texts are those of the language. */
export function withStep(draft: ProfileDraft): ProfileDraft {
  const { followup } = draft;
  const steps = followup.enabled ? followup.steps : [];
  if (steps.length >= MAX_STEPS) return draft;
  const added: DraftStep = {
    delay: STEP_DAYS[steps.length] ?? 3,
    delay_unit: 'days',
    subject: null,
    body: null,
    template: steps.length === MAX_STEPS - 1 ? 'reminder-last' : 'reminder',
  };
  return { ...draft, followup: { enabled: true, steps: [...steps, added] } };
}

/** Returns the draft without a reminder. Without the last one, reminders are switched off. */
export function withoutStep(draft: ProfileDraft, at: number): ProfileDraft {
  const { steps } = draft.followup;
  if (steps.length === 1) return { ...draft, followup: { enabled: false, steps } };
  return { ...draft, followup: { enabled: true, steps: steps.filter((_step, place) => place !== at) } };
}

/** Returns the reminders that are sent. */
export function activeSteps({ followup: { enabled, steps } }: ProfileDraft): DraftStep[] {
  return enabled ? steps : [];
}

type Values = Readonly<Record<string, unknown>>;

function changesOfObject(saved: Values, draft: Values): Values {
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(draft)) {
    const before = ownValue(saved, name);
    if (JSON.stringify(value) === JSON.stringify(before)) continue;
    changes[name] = isObject(value) && isObject(before) ? changesOfObject(before, value) : value;
  }
  return changes;
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
