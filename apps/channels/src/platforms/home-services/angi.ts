import { schemaSite } from '../builders/schema-site';

export const angi = schemaSite({
  typeId: 71,
  slug: 'angi',
  label: 'Angi',
  aliases: ['angies_list'],
  category: 'home_services',
  logo: ['A', '#ff6153'],
  ratingScale: 5,
  hosts: ['www.angi.com'],
  urlExample: 'https://www.angi.com/companylist/us/ca/poway/acme-plumbing-reviews-123456.htm',
  page: 'the profile of your business',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?angi\.com\/(?<path>companylist\/us\/[a-z]{2}\/[^/?#]+\/[^/?#]+-reviews-\d+\.htm)/i,
      yes: [
        'https://www.angi.com/companylist/us/ca/poway/acme-plumbing-reviews-123456.htm?tab=1',
        'angi.com/companylist/us/ca/poway/acme-plumbing-reviews-123456.htm',
      ],
      no: [
        'https://www.angi.com/companylist/us/ca/poway/plumbing.htm',
        'https://www.angi.com.example.org/companylist/us/ca/poway/acme-reviews-1.htm',
      ],
    },
  ],
  pageOf: ({ path }) => `https://www.angi.com/${path}`,
});
