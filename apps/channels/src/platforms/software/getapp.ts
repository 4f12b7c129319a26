import { schemaSite } from '../builders/schema/schema-site';

export const getApp = schemaSite({
  typeId: 61,
  slug: 'getapp',
  label: 'GetApp',
  aliases: ['get_app'],
  category: 'software',
  logo: ['G', '#0074a8'],
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
    /^https?:\/\/(?:www\.)?getapp\.com\/(?<path>[\w-]+\/a\/[\w.-]+)/i,
    /^https?:\/\/(?:www\.)?(?<host>getapp\.[a-z.]{2,6})\/(?<path>software\/\d+\/[\w.-]+)/i,
  ],
  pageOf: ({ host = 'getapp.com', path }) => `https://www.${host}/${path}/`,
});
