import { schemaSite } from '../builders/schema/schema-site';

export const appSumo = schemaSite({
  typeId: 83,
  slug: 'appsumo',
  label: 'AppSumo',
  aliases: ['app_sumo'],
  category: 'extensions',
  logo: ['A', '#f4b400'],
  hosts: ['appsumo.com'],
  urlExample: 'https://appsumo.com/products/acme-notes/',
  page: 'the page of your product',
  urls: [/^https?:\/\/(?:www\.)?appsumo\.com\/products\/(?<id>[\w-]+)/i],
  pageOf: ({ id }) => `https://appsumo.com/products/${id}/`,
});
