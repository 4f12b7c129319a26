import { schemaSite } from '../builders/schema/schema-site';

export const booksy = schemaSite({
  typeId: 99,
  slug: 'booksy',
  label: 'Booksy',
  category: 'beauty',
  logo: ['B', '#00a3ad'],
  hosts: ['booksy.com'],
  urlExample: 'https://booksy.com/en-us/123456_acme-barbers_barber-shop_12345_austin',
  page: 'the page of your business',
  urls: [/^https?:\/\/(?:www\.)?booksy\.com\/(?<path>[a-z]{2}-[a-z]{2}\/\d+_[\w-]+)/i],
  pageOf: ({ path }) => `https://booksy.com/${path}`,
});
