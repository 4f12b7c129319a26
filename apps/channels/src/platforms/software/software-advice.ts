import { schemaSite } from '../builders/schema/schema-site';

export const softwareAdvice = schemaSite({
  typeId: 62,
  slug: 'software_advice',
  label: 'Software Advice',
  aliases: ['softwareadvice'],
  category: 'software',
  logo: ['S', '#e8610c'],
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
    /^https?:\/\/(?:www\.)?softwareadvice\.com\/(?<path>[\w-]+\/[\w.-]+-profile)(?:[/?#]|$)/i,
    /^https?:\/\/(?:www\.)?(?<host>softwareadvice\.[a-z.]{2,6})\/(?<path>software\/\d+\/[\w.-]+)/i,
  ],
  pageOf: ({ host = 'softwareadvice.com', path }) => `https://www.${host}/${path}/`,
});
