import { schemaSite } from '../builders/schema/schema-site';

export const envato = schemaSite({
  typeId: 82,
  slug: 'envato',
  label: 'Envato Market',
  aliases: ['envato_market', 'codecanyon', 'themeforest'],
  category: 'extensions',
  logo: ['E', '#82b541'],
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
    /^https?:\/\/(?:www\.)?(?<host>codecanyon|themeforest|graphicriver|videohive|audiojungle|photodune|3docean)\.net\/item\/(?<name>[\w.-]+)\/(?:reviews\/)?(?<id>\d+)/i,
  ],
  pageOf: ({ host, name, id }) => `https://${host}.net/item/${name}/${id}`,
});
