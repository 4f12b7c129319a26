/** The sections in the order in which they run. */
export const SECTION_NAMES = [
  'list',
  'growth',
  'bulk',
  'intake',
  'crawls',
  'hello',
  'hostile',
  'relay',
  'latency',
  'inbox',
  'snapshot',
  'reports',
  'projection',
  'invitations',
  'many-invitations',
  'webhooks',
  'ai',
  'widgets',
  'dashboard',
  'standalone',
] as const;

export type SectionName = (typeof SECTION_NAMES)[number];
