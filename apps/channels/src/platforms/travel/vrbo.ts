import { schemaSite } from '../builders/schema/schema-site';

export const vrbo = schemaSite({
  typeId: 64,
  slug: 'vrbo',
  label: 'Vrbo',
  category: 'travel',
  logo: ['V', '#245abc'],
  ratingScale: 10,
  hosts: ['www.vrbo.com'],
  urlExample: 'https://www.vrbo.com/1234567',
  page: 'the page of your property',
  urls: [
    /^https?:\/\/(?:www\.)?vrbo\.com\/(?<path>(?:[a-z]{2}-[a-z]{2}\/)?(?:cottage-rental\/p)?\d+[a-z]{0,3})(?:[/?#]|$)/i,
  ],
  pageOf: ({ path }) => `https://www.vrbo.com/${path}`,
});
