import { schemaSite } from '../builders/schema/schema-site';

export const yellowPages = schemaSite({
  typeId: 102,
  slug: 'yellowpages',
  label: 'Yellow Pages',
  aliases: ['yellow_pages', 'yp'],
  category: 'local',
  logo: ['Y', '#ffce00'],
  hosts: ['www.yellowpages.com'],
  urlExample: 'https://www.yellowpages.com/austin-tx/mip/acme-plumbing-12345678',
  page: 'the page of your business',
  urls: [/^https?:\/\/(?:www\.)?yellowpages\.com\/(?<path>[\w-]+\/mip\/[\w-]+-\d+)/i],
  pageOf: ({ path }) => `https://www.yellowpages.com/${path}`,
});
