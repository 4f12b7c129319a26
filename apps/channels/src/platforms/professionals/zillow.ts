import { schemaSite } from '../builders/schema-site';

export const zillow = schemaSite({
  typeId: 90,
  slug: 'zillow',
  label: 'Zillow',
  aliases: [],
  category: 'professionals',
  logo: ['Z', '#006aff'],
  ratingScale: 5,
  hosts: ['www.zillow.com'],
  urlExample: 'https://www.zillow.com/profile/jane-example',
  page: 'your profile as an agent or lender',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?zillow\.com\/(?<path>(?:profile|lender-profile)\/[^/?#]+)/i,
      yes: [
        'https://www.zillow.com/profile/jane-example/#reviews',
        'https://zillow.com/lender-profile/acme-loans/',
      ],
      no: [
        'https://www.zillow.com/homedetails/1-Main-St/123_zpid/',
        'https://www.zillow.com.example.org/profile/jane-example',
      ],
    },
  ],
  pageOf: ({ path }) => `https://www.zillow.com/${path}`,
});
