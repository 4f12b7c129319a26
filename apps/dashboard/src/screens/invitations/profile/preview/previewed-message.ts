import type { ProfileDraft } from '../profile-draft';

export const TEMPLATES = [
  'classic',
  'plain',
  'stars',
  'platforms',
  'card',
  'reminder',
  'reminder-last',
] as const;
export type TemplateSlug = (typeof TEMPLATES)[number];

/** Returns the slug of the template that shows a message. */
export function templateOf(
  draft: ProfileDraft,
  { step, kind }: { step: number; kind: 'email' | 'sms' },
): TemplateSlug | 'sms' {
  if (kind === 'sms') return 'sms';
  return step === 0 ? draft.template : (draft.followup.steps[step - 1]?.template ?? 'reminder');
}
