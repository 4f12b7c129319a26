import type { Palette } from './colours';
import type { EmailTemplate } from './template-slugs';

/** Everything that an email shows, in plain text. The layouts escape it. */
export interface MailContent {
  language: string;
  template: EmailTemplate;
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  heading: string;
  /** Paragraphs have an empty line between them. */
  body: string;
  signature: string;
  button: MailLink;
  /** One for each platform, in the order of the settings. */
  platforms: readonly MailLink[];
  /** The name that is shown where there is no logo. */
  brandName: string;
  logoUrl: string | null;
  palette: Palette;
  /** The small line above the heading of a reminder. */
  reminder: { first: string; last: string };
  footer: { reason: string; address: string; unsubscribe: MailLink };
  openUrl: string | null;
  trapUrl: string | null;
}

export interface MailLink {
  label: string;
  /** An http or https address. Null if the address that was given is none; then the label is plain text. */
  url: string | null;
}
