import { schemaSite } from '../builders/schema/schema-site';

export const healthgrades = schemaSite({
  typeId: 84,
  slug: 'healthgrades',
  label: 'Healthgrades',
  aliases: ['health_grades'],
  category: 'health',
  logo: ['H', '#2a2f6b'],
  hosts: ['www.healthgrades.com'],
  urlExample: 'https://www.healthgrades.com/physician/dr-jane-example-ab12c',
  page: 'your profile',
  urls: [/^https?:\/\/(?:www\.)?healthgrades\.com\/(?<path>(?:physician|dentist|providers)\/[\w.-]+)/i],
  pageOf: ({ path }) => `https://www.healthgrades.com/${path}`,
});
