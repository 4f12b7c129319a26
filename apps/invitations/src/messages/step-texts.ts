import type { FollowupStep, InviteSettings } from '../settings/invite-settings';
import { reminderTexts, wordingOf } from './wording';

/** What differs between the messages of a sequence. */
interface StepTexts extends Pick<FollowupStep, 'subject' | 'body' | 'template'> {
  /** The line that mail programs show beside the subject. */
  preview: string;
}

/**
 * Returns the texts of the first message (step 0) or of a reminder. A reminder that the settings do not have any more keeps the
 * texts of its language.
 */
export function stepTexts(settings: InviteSettings, step: number): StepTexts {
  const { language, followup, subject, body, template } = settings;
  const wording = wordingOf(language);
  if (step === 0) return { subject, body, template, preview: wording.preview };
  const { preview, ...texts } = reminderTexts(wording, step - 1, followup.steps.length);
  const own = followup.steps[step - 1] ?? { ...texts, template: 'reminder' as const };
  return { subject: own.subject, body: own.body, template: own.template, preview };
}
