import { schemaSite } from '../builders/schema/schema-site';

export const zillow = schemaSite({
  typeId: 90,
  slug: 'zillow',
  label: 'Zillow',
  category: 'professionals',
  logo: ['Z', '#006aff'],
  hosts: ['www.zillow.com'],
  urlExample: 'https://www.zillow.com/profile/jane-example',
  page: 'your profile as an agent or lender',
  urls: [/^https?:\/\/(?:www\.)?zillow\.com\/(?<path>(?:profile|lender-profile)\/[^/?#]+)/i],
  pageOf: ({ path }) => `https://www.zillow.com/${path}`,
});
