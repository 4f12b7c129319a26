import type { MessageInput } from '../messages/message';
import type { InviteSettings } from '../settings/invite-settings';
import type { EmailTemplate } from './template-slugs';

const PAGE = 'https://www.example.com';

/** The step that each template shows: a reminder shows the text of a reminder. */
const STEPS: Readonly<Partial<Record<EmailTemplate, number>>> = { reminder: 1, 'reminder-last': 3 };

interface Sample {
  settings: InviteSettings;
  template: EmailTemplate;
  /** Undefined: that of the template. The last reminder has the texts of the last one, whatever number the profile has. */
  step: number | undefined;
  businessName: string;
  now: Date;
}

/** Returns a message to an invented person, as a preview shows it. It counts no openings. */
export function sampleMessage({ settings, template, step, businessName, now }: Sample): MessageInput {
  const steps = settings.followup.steps.map((one) => ({ ...one, template }));
  return {
    settings: { ...settings, template, followup: { ...settings.followup, steps } },
    step: Math.min(step ?? STEPS[template] ?? 0, steps.length),
    name: 'Robin Example',
    data: {},
    business: { name: businessName },
    links: {
      review: `${PAGE}/i/sample`,
      channels: [
        { id: 1, type: 'google', label: 'Google', name: businessName, url: `${PAGE}/i/google` },
        { id: 2, type: 'facebook', label: 'Facebook', name: businessName, url: `${PAGE}/i/facebook` },
        {
          id: 3,
          type: 'tripadvisor',
          label: 'Tripadvisor',
          name: businessName,
          url: `${PAGE}/i/tripadvisor`,
        },
      ],
      unsubscribe: `${PAGE}/u/sample`,
      open: null,
      trap: null,
    },
    now,
  };
}
