import { schemaSite } from '../builders/schema-site';

export const getApp = schemaSite({
  typeId: 61,
  slug: 'getapp',
  label: 'GetApp',
  aliases: ['get_app'],
  category: 'software',
  logo: ['G', '#0074a8'],
  ratingScale: 5,
  hosts: [
    'www.getapp.com',
    'www.getapp.ca',
    'www.getapp.co.uk',
    'www.getapp.com.au',
    'www.getapp.de',
    'www.getapp.es',
    'www.getapp.fr',
    'www.getapp.ie',
  ],
  urlExample: 'https://www.getapp.com/customer-management-software/a/acme-crm/',
  page: 'the page of your product',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?getapp\.com\/(?<path>[\w-]+\/a\/[\w.-]+)/i,
      yes: [
        'https://www.getapp.com/customer-management-software/a/acme-crm/',
        'https://getapp.com/customer-management-software/a/acme-crm/reviews/',
      ],
      no: [
        'https://www.getapp.com/customer-management-software/crm/',
        'https://www.getapp.com.example.org/x/a/acme-crm/',
      ],
    },
    {
      re: /^https?:\/\/(?:www\.)?(?<host>getapp\.[a-z.]{2,6})\/(?<path>software\/\d+\/[\w.-]+)/i,
      yes: [
        'https://www.getapp.de/software/123456/acme-crm',
        'https://www.getapp.co.uk/software/123456/acme-crm#reviews',
      ],
      no: ['https://www.getapp.de/directory/123/crm/software'],
    },
  ],
  pageOf: ({ host = 'getapp.com', path }) => `https://www.${host}/${path}/`,
});
