import { schemaSite } from '../builders/schema-site';

export const yellowPages = schemaSite({
  typeId: 102,
  slug: 'yellowpages',
  label: 'Yellow Pages',
  aliases: ['yellow_pages', 'yp'],
  category: 'local',
  logo: ['Y', '#ffce00'],
  ratingScale: 5,
  hosts: ['www.yellowpages.com'],
  urlExample: 'https://www.yellowpages.com/austin-tx/mip/acme-plumbing-12345678',
  page: 'the page of your business',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?yellowpages\.com\/(?<path>[\w-]+\/mip\/[\w-]+-\d+)/i,
      yes: [
        'https://www.yellowpages.com/austin-tx/mip/acme-plumbing-12345678?lid=1',
        'http://yellowpages.com/austin-tx/mip/acme-plumbing-12345678',
      ],
      no: [
        'https://www.yellowpages.com/austin-tx/plumbers',
        'https://www.yellowpages.com.example.org/austin-tx/mip/acme-1',
      ],
    },
  ],
  pageOf: ({ path }) => `https://www.yellowpages.com/${path}`,
});
