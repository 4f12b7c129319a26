import type { EmailTemplate } from '../templates/template-slugs';
import type { Language } from './languages';

export const DELAY_UNITS = ['minutes', 'hours', 'days'] as const;
export type DelayUnit = (typeof DELAY_UNITS)[number];

export const STEP_DELAY_UNITS = ['hours', 'days'] as const;

export const SMS_CHANNELS = ['sms', 'whatsapp'] as const;

/** One reminder. Its delay counts from the moment at which the message before it was sent. */
export interface FollowupStep {
  delay: number;
  delay_unit: (typeof STEP_DELAY_UNITS)[number];
  subject: string;
  body: string;
  template: EmailTemplate;
}

/** The complete settings of a profile: what the client set, over the defaults of its language. */
export interface InviteSettings {
  name: string;
  /** True for the profile of requests that name none. */
  default: boolean;
  language: Language;
  /** Ids of the channels to offer. Empty: every channel of the sub account that has a review link. */
  channels: number[];
  /** Replaces the channels. */
  review_url: string | null;
  /** Empty: the name of the business. Read it with `senderName` of `messages/message.ts`. */
  from_name: string;
  /** Null: the server's own address. */
  from_email: string | null;
  reply_to: string | null;
  subject: string;
  template: EmailTemplate;
  heading: string;
  body: string;
  button_text: string;
  signature: string;
  footer_address: string;
  logo_url: string | null;
  /** `#` and six lower-case hexadecimal digits. */
  color: string;
  delay: number;
  delay_unit: DelayUnit;
  sms: {
    channel: (typeof SMS_CHANNELS)[number];
    body: string;
    /** Null: the server's own sender. */
    from: string | null;
  };
  followup: { enabled: boolean; steps: FollowupStep[] };
  /** 0 days: off. */
  cooldown: { days: number };
  send_window: {
    enabled: boolean;
    timezone: string;
    /** 1 is Monday. */
    days: number[];
    /** "HH:MM". The window is open all day if `start` is `end`, and passes midnight if it is later than `end`. */
    start: string;
    /** The first minute after the window. */
    end: string;
    /** Local days on which nothing is sent: "YYYY-MM-DD", or "MM-DD" in every year. */
    holidays: string[];
  };
  limits: {
    /** Messages per local day. */
    daily: number;
  };
  tracking: { opens: boolean; clicks: boolean };
  /** The review form on the landing page, whose reviews are stored without a platform. */
  direct_form: { enabled: boolean; consent_text: string };
}

export type SendWindow = InviteSettings['send_window'];
