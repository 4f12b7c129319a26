import { schemaSite } from '../builders/schema/schema-site';

export const bbb = schemaSite({
  typeId: 75,
  slug: 'bbb',
  label: 'Better Business Bureau',
  aliases: ['better_business_bureau'],
  category: 'companies',
  logo: ['B', '#005a78'],
  hosts: ['www.bbb.org'],
  urlExample: 'https://www.bbb.org/us/ca/poway/profile/plumber/acme-plumbing-1234-123456',
  page: 'the profile of your business',
  urls: [
    /^https?:\/\/(?:www\.)?bbb\.org\/(?<path>(?:us|ca)\/[a-z]{2}\/[^/?#]+\/profile\/[^/?#]+\/[\w-]+-\d{4}-\d+)/i,
  ],
  pageOf: ({ path }) => `https://www.bbb.org/${path}`,
});
