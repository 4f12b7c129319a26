/** The layouts of emails. */
export const EMAIL_TEMPLATES = [
  'classic',
  'plain',
  'stars',
  'platforms',
  'card',
  'reminder',
  'reminder-last',
] as const;
export type EmailTemplate = (typeof EMAIL_TEMPLATES)[number];

/** All templates that can be previewed. The text message has no layout to choose. */
export const TEMPLATE_SLUGS = [...EMAIL_TEMPLATES, 'sms'] as const;
export type TemplateSlug = (typeof TEMPLATE_SLUGS)[number];
