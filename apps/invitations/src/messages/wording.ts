import type { Language } from '../settings/languages';
import de from './wording/de.json';
import en from './wording/en.json';
import es from './wording/es.json';
import fr from './wording/fr.json';
import it from './wording/it.json';
import pt from './wording/pt.json';

/** The texts of one language. Each may have the placeholders of `placeholders.ts`. */
export interface Wording {
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  heading: string;
  body: string;
  button_text: string;
  sms: string;
  /** What the author of a review on the landing page agrees to. */
  consent: string;
  /** One for each of three reminders. The last one says that it is the last. */
  reminders: { subject: string; preview: string; body: string }[];
  words: {
    /** Stands within a sentence for a first name that is not known. May be empty. */
    first_name: string;
    reminder: string;
    last_reminder: string;
    /** The button of one platform. `{{label}}` is its name. */
    on_platform: string;
    /** Why the recipient gets the email. */
    reason: string;
    unsubscribe: string;
  };
}

const WORDINGS: Readonly<Record<Language, Wording>> = { en, fr, es, pt, de, it };

export function wordingOf(language: Language): Wording {
  return WORDINGS[language];
}

interface ReminderTexts {
  subject: string;
  preview: string;
  body: string;
  isLast: boolean;
}

/**
 * Returns the texts of a reminder. `position` counts from 0. The last of several reminders says that it is the last, however many
 * there are.
 */
export function reminderTexts({ reminders }: Wording, position: number, total: number): ReminderTexts {
  const isLast = position > 0 && position >= total - 1;
  const at = isLast ? reminders.length - 1 : Math.min(position, reminders.length - 1);
  return { ...(reminders[at] as Wording['reminders'][number]), isLast };
}
