import { schemaSite } from '../builders/schema-site';

export const theKnot = schemaSite({
  typeId: 95,
  slug: 'the_knot',
  label: 'The Knot',
  aliases: ['theknot'],
  category: 'weddings',
  logo: ['K', '#ff44cb'],
  ratingScale: 5,
  hosts: ['www.theknot.com'],
  urlExample: 'https://www.theknot.com/marketplace/acme-photography-austin-tx-123456',
  page: 'your storefront',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?theknot\.com\/marketplace\/(?<id>[\w-]+-\d+)/i,
      yes: ['https://www.theknot.com/marketplace/acme-photography-austin-tx-123456#reviews'],
      no: [
        'https://www.theknot.com/marketplace/wedding-photographers-austin-tx',
        'https://www.theknot.com.example.org/marketplace/acme-tx-1',
      ],
    },
  ],
  pageOf: ({ id }) => `https://www.theknot.com/marketplace/${id}`,
});
