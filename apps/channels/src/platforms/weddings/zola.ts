import { schemaSite } from '../builders/schema/schema-site';

export const zola = schemaSite({
  typeId: 97,
  slug: 'zola',
  label: 'Zola',
  category: 'weddings',
  logo: ['Z', '#00334a'],
  hosts: ['www.zola.com'],
  urlExample: 'https://www.zola.com/wedding-vendors/wedding-photographers/acme-photography',
  page: 'your listing',
  urls: [/^https?:\/\/(?:www\.)?zola\.com\/wedding-vendors\/(?<path>(?!search\/)[\w-]+\/[\w-]+)/i],
  pageOf: ({ path }) => `https://www.zola.com/wedding-vendors/${path}`,
});
