import { schemaSite } from '../builders/schema/schema-site';

export const capterra = schemaSite({
  typeId: 60,
  slug: 'capterra',
  label: 'Capterra',
  category: 'software',
  logo: ['C', '#044d80'],
  hosts: [
    'www.capterra.com',
    'www.capterra.ca',
    'www.capterra.co.uk',
    'www.capterra.com.au',
    'www.capterra.de',
    'www.capterra.es',
    'www.capterra.fr',
    'www.capterra.it',
    'www.capterra.nl',
    'www.capterra.in',
  ],
  urlExample: 'https://www.capterra.com/p/123456/acme-crm',
  page: 'the page of your product',
  urls: [
    /^https?:\/\/(?:www\.)?(?<host>capterra\.[a-z.]{2,6})\/(?:p|software|reviews)\/(?<id>\d+)(?:\/(?<name>[^/?#]+))?/i,
  ],
  pageOf: ({ host, id, name }) => {
    const kind = host === 'capterra.com' ? 'p' : 'software';
    return `https://www.${host}/${kind}/${id}${name === undefined ? '' : `/${name}`}`;
  },
});
