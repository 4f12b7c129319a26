import { schemaSite } from '../builders/schema/schema-site';

export const angi = schemaSite({
  typeId: 71,
  slug: 'angi',
  label: 'Angi',
  aliases: ['angies_list'],
  category: 'home_services',
  logo: ['A', '#ff6153'],
  hosts: ['www.angi.com'],
  urlExample: 'https://www.angi.com/companylist/us/ca/poway/acme-plumbing-reviews-123456.htm',
  page: 'the profile of your business',
  urls: [
    /^https?:\/\/(?:www\.)?(?:angi|angieslist)\.com\/(?<path>companylist\/us\/[a-z]{2}\/[^/?#]+\/[^/?#]+-reviews-\d+\.htm)/i,
  ],
  pageOf: ({ path }) => `https://www.angi.com/${path}`,
});
