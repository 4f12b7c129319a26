import { schemaSite } from '../builders/schema-site';

export const healthgrades = schemaSite({
  typeId: 84,
  slug: 'healthgrades',
  label: 'Healthgrades',
  aliases: ['health_grades'],
  category: 'health',
  logo: ['H', '#2a2f6b'],
  ratingScale: 5,
  hosts: ['www.healthgrades.com'],
  urlExample: 'https://www.healthgrades.com/physician/dr-jane-example-ab12c',
  page: 'your profile',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?healthgrades\.com\/(?<path>(?:physician|dentist|providers)\/[\w.-]+)/i,
      yes: [
        'https://www.healthgrades.com/physician/dr-jane-example-ab12c',
        'http://healthgrades.com/dentist/dr-jane-example-ab12c/?tab=reviews',
      ],
      no: [
        'https://www.healthgrades.com/usearch?what=dentist',
        'https://www.healthgrades.com.example.org/physician/dr-jane-example-ab12c',
      ],
    },
  ],
  pageOf: ({ path }) => `https://www.healthgrades.com/${path}`,
});
