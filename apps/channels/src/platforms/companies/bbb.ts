import { schemaSite } from '../builders/schema-site';

export const bbb = schemaSite({
  typeId: 75,
  slug: 'bbb',
  label: 'Better Business Bureau',
  aliases: ['better_business_bureau'],
  category: 'companies',
  logo: ['B', '#005a78'],
  ratingScale: 5,
  hosts: ['www.bbb.org'],
  urlExample: 'https://www.bbb.org/us/ca/poway/profile/plumber/acme-plumbing-1234-123456',
  page: 'the profile of your business',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?bbb\.org\/(?<path>(?:us|ca)\/[a-z]{2}\/[^/?#]+\/profile\/[^/?#]+\/[\w-]+-\d{4}-\d+)/i,
      yes: [
        'https://www.bbb.org/us/ca/poway/profile/plumber/acme-plumbing-1234-123456/customer-reviews',
        'bbb.org/ca/on/ottawa/profile/bakery/acme-bakery-0117-12345',
      ],
      no: [
        'https://www.bbb.org/us/ca/poway/category/plumber',
        'https://www.bbb.org.example.org/us/ca/poway/profile/plumber/acme-1234-1',
      ],
    },
  ],
  pageOf: ({ path }) => `https://www.bbb.org/${path}`,
});
