import { schemaSite } from '../builders/schema/schema-site';

export const justia = schemaSite({
  typeId: 93,
  slug: 'justia',
  label: 'Justia',
  category: 'professionals',
  logo: ['J', '#00548b'],
  hosts: ['lawyers.justia.com'],
  urlExample: 'https://lawyers.justia.com/lawyer/jane-example-1234567',
  page: 'your profile as a lawyer',
  urls: [/^https?:\/\/lawyers\.justia\.com\/(?<path>(?:lawyer|firm)\/[\w-]+)/i],
  pageOf: ({ path }) => `https://lawyers.justia.com/${path}`,
});
