import { activeSteps, type ProfileDraft } from '../profile-draft';

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

/**
 * Returns which template shows a message, and with the texts of which message the API fills it: a layout of reminders has those
 * of the first or of the last reminder, any other layout those of the first message.
 */
export function previewOf(
  draft: ProfileDraft,
  { step, kind }: { step: number; kind: 'email' | 'sms' },
): { slug: TemplateSlug | 'sms'; textsOf: number } {
  if (kind === 'sms') return { slug: 'sms', textsOf: step };
  const slug = step === 0 ? draft.template : (draft.followup.steps[step - 1]?.template ?? 'reminder');
  const last = activeSteps(draft).length;
  if (slug === 'reminder') return { slug, textsOf: Math.min(1, last) };
  return { slug, textsOf: slug === 'reminder-last' ? last : 0 };
}
