import { schemaSite } from '../builders/schema/schema-site';

export const theKnot = schemaSite({
  typeId: 95,
  slug: 'the_knot',
  label: 'The Knot',
  aliases: ['theknot'],
  category: 'weddings',
  logo: ['K', '#ff44cb'],
  hosts: ['www.theknot.com'],
  urlExample: 'https://www.theknot.com/marketplace/acme-photography-austin-tx-123456',
  page: 'your storefront',
  urls: [/^https?:\/\/(?:www\.)?theknot\.com\/marketplace\/(?<id>[\w-]+-\d+)/i],
  pageOf: ({ id }) => `https://www.theknot.com/marketplace/${id}`,
});
