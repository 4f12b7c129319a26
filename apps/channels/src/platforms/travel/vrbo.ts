import { schemaSite } from '../builders/schema-site';

export const vrbo = schemaSite({
  typeId: 64,
  slug: 'vrbo',
  label: 'Vrbo',
  aliases: [],
  category: 'travel',
  logo: ['V', '#245abc'],
  ratingScale: 10,
  hosts: ['www.vrbo.com'],
  urlExample: 'https://www.vrbo.com/1234567',
  page: 'the page of your property',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?vrbo\.com\/(?<path>(?:[a-z]{2}-[a-z]{2}\/)?(?:cottage-rental\/p)?\d+[a-z]{0,3})(?:[/?#]|$)/i,
      yes: ['https://www.vrbo.com/1234567ha?adults=2', 'https://www.vrbo.com/en-ca/cottage-rental/p1234567'],
      no: ['https://www.vrbo.com/search/keywords:paris', 'https://www.vrbo.com.example.org/1234567'],
    },
  ],
  pageOf: ({ path }) => `https://www.vrbo.com/${path}`,
});
