import { schemaSite } from '../builders/schema-site';

export const booksy = schemaSite({
  typeId: 99,
  slug: 'booksy',
  label: 'Booksy',
  aliases: [],
  category: 'beauty',
  logo: ['B', '#00a3ad'],
  ratingScale: 5,
  hosts: ['booksy.com'],
  urlExample: 'https://booksy.com/en-us/123456_acme-barbers_barber-shop_12345_austin',
  page: 'the page of your business',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?booksy\.com\/(?<path>[a-z]{2}-[a-z]{2}\/\d+_[\w-]+)/i,
      yes: [
        'https://booksy.com/en-us/123456_acme-barbers_barber-shop_12345_austin?do=invite',
        'https://www.booksy.com/pl-pl/123456_acme-barbers',
      ],
      no: [
        'https://booksy.com/en-gb/s/hair-salon/234686_leeds',
        'https://booksy.com.example.org/en-us/1_acme',
      ],
    },
  ],
  pageOf: ({ path }) => `https://booksy.com/${path}`,
});
