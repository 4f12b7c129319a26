import { schemaSite } from '../builders/schema-site';

export const capterra = schemaSite({
  typeId: 60,
  slug: 'capterra',
  label: 'Capterra',
  aliases: [],
  category: 'software',
  logo: ['C', '#044d80'],
  ratingScale: 5,
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
    {
      re: /^https?:\/\/(?:www\.)?(?<host>capterra\.[a-z.]{2,6})\/(?:p|software|reviews)\/(?<id>\d+)(?:\/(?<name>[^/?#]+))?/i,
      yes: [
        'https://www.capterra.com/p/123456/acme-crm/reviews/',
        'https://capterra.com/reviews/123456/acme-crm',
        'https://www.capterra.de/software/123456/acme-crm',
        'https://www.capterra.com/p/123456',
      ],
      no: [
        'https://www.capterra.com/customer-relationship-management-software/',
        'https://www.capterra.com.example.org/p/123456/acme-crm',
      ],
    },
  ],
  pageOf: ({ host, id, name }) => {
    const kind = host === 'capterra.com' ? 'p' : 'software';
    return `https://www.${host}/${kind}/${id}${name === undefined ? '' : `/${name}`}`;
  },
});
