import { schemaSite } from '../builders/schema/schema-site';

export const houzz = schemaSite({
  typeId: 70,
  slug: 'houzz',
  label: 'Houzz',
  category: 'home_services',
  logo: ['H', '#4dbc15'],
  hosts: [
    'www.houzz.com',
    'www.houzz.co.uk',
    'www.houzz.com.au',
    'www.houzz.de',
    'www.houzz.es',
    'www.houzz.fr',
    'www.houzz.it',
  ],
  urlExample: 'https://www.houzz.com/professionals/general-contractors/acme-builders-pfvwus-pf~123456789',
  page: 'the profile of your business',
  urls: [
    /^https?:\/\/(?:www\.)?(?<host>houzz\.[a-z.]{2,6})\/(?:hznb\/)?(?<path>[\w-]+\/[\w-]+\/[^/?#]*pf~\d+|pro\/[\w-]+(?:\/[\w.-]+)?)/i,
  ],
  pageOf: ({ host, path }) => `https://www.${host}/${path}`,
});
