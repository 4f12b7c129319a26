import { schemaSite } from '../builders/schema-site';

export const appSumo = schemaSite({
  typeId: 83,
  slug: 'appsumo',
  label: 'AppSumo',
  aliases: ['app_sumo'],
  category: 'extensions',
  logo: ['A', '#f4b400'],
  ratingScale: 5,
  hosts: ['appsumo.com'],
  urlExample: 'https://appsumo.com/products/acme-notes/',
  page: 'the page of your product',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?appsumo\.com\/products\/(?<id>[\w-]+)/i,
      yes: [
        'https://appsumo.com/products/acme-notes/',
        'https://www.appsumo.com/products/acme-notes/reviews/?page=2',
      ],
      no: ['https://appsumo.com/browse/', 'https://appsumo.com.example.org/products/acme-notes/'],
    },
  ],
  pageOf: ({ id }) => `https://appsumo.com/products/${id}/`,
});
