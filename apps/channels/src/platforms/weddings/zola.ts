import { schemaSite } from '../builders/schema-site';

export const zola = schemaSite({
  typeId: 97,
  slug: 'zola',
  label: 'Zola',
  aliases: [],
  category: 'weddings',
  logo: ['Z', '#00334a'],
  ratingScale: 5,
  hosts: ['www.zola.com'],
  urlExample: 'https://www.zola.com/wedding-vendors/wedding-photographers/acme-photography',
  page: 'your listing',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?zola\.com\/wedding-vendors\/(?<path>(?!search\/)[\w-]+\/[\w-]+)/i,
      yes: ['https://www.zola.com/wedding-vendors/wedding-photographers/acme-photography?x=1'],
      no: [
        'https://www.zola.com/wedding-vendors/search/austin-tx--wedding-photographers',
        'https://www.zola.com.example.org/wedding-vendors/a/b',
      ],
    },
  ],
  pageOf: ({ path }) => `https://www.zola.com/wedding-vendors/${path}`,
});
