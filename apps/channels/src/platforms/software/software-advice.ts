import { schemaSite } from '../builders/schema-site';

export const softwareAdvice = schemaSite({
  typeId: 62,
  slug: 'software_advice',
  label: 'Software Advice',
  aliases: ['softwareadvice'],
  category: 'software',
  logo: ['S', '#e8610c'],
  ratingScale: 5,
  hosts: [
    'www.softwareadvice.com',
    'www.softwareadvice.co.uk',
    'www.softwareadvice.com.au',
    'www.softwareadvice.de',
    'www.softwareadvice.es',
    'www.softwareadvice.fr',
    'www.softwareadvice.ie',
  ],
  urlExample: 'https://www.softwareadvice.com/crm/acme-crm-profile/',
  page: 'the profile of your product',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?softwareadvice\.com\/(?<path>[\w-]+\/[\w.-]+-profile)(?:[/?#]|$)/i,
      yes: [
        'https://www.softwareadvice.com/crm/acme-crm-profile/',
        'http://softwareadvice.com/crm/acme-crm-profile/reviews/',
      ],
      no: [
        'https://www.softwareadvice.com/crm/',
        'https://www.softwareadvice.com.example.org/crm/acme-crm-profile/',
      ],
    },
    {
      re: /^https?:\/\/(?:www\.)?(?<host>softwareadvice\.[a-z.]{2,6})\/(?<path>software\/\d+\/[\w.-]+)/i,
      yes: ['https://www.softwareadvice.co.uk/software/123456/acme-crm'],
      no: ['https://www.softwareadvice.co.uk/directory/123/crm/software'],
    },
  ],
  pageOf: ({ host = 'softwareadvice.com', path }) => `https://www.${host}/${path}/`,
});
