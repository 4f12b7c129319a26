import { schemaSite } from '../builders/schema-site';

export const envato = schemaSite({
  typeId: 82,
  slug: 'envato',
  label: 'Envato Market',
  aliases: ['envato_market', 'codecanyon', 'themeforest'],
  category: 'extensions',
  logo: ['E', '#82b541'],
  ratingScale: 5,
  hosts: [
    'codecanyon.net',
    'themeforest.net',
    'graphicriver.net',
    'videohive.net',
    'audiojungle.net',
    'photodune.net',
    '3docean.net',
  ],
  urlExample: 'https://codecanyon.net/item/acme-booking/12345678',
  page: 'the page of your item',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?(?<host>codecanyon|themeforest|graphicriver|videohive|audiojungle|photodune|3docean)\.net\/item\/(?<name>[\w.-]+)\/(?:reviews\/)?(?<id>\d+)/i,
      yes: [
        'https://codecanyon.net/item/acme-booking/12345678',
        'https://themeforest.net/item/acme-theme/reviews/12345678?page=2',
      ],
      no: [
        'https://codecanyon.net/category/wordpress',
        'https://codecanyon.net.example.org/item/acme/12345678',
      ],
    },
  ],
  pageOf: ({ host, name, id }) => `https://${host}.net/item/${name}/${id}`,
});
