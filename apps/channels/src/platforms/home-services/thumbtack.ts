import { schemaSite } from '../builders/schema-site';

export const thumbtack = schemaSite({
  typeId: 73,
  slug: 'thumbtack',
  label: 'Thumbtack',
  aliases: [],
  category: 'home_services',
  logo: ['T', '#009fd9'],
  ratingScale: 5,
  hosts: ['www.thumbtack.com'],
  urlExample:
    'https://www.thumbtack.com/ca/san-diego/house-cleaning/acme-cleaning/service/123456789012345678',
  page: 'the page of your service',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?thumbtack\.com\/(?<path>[a-z]{2}\/[^/?#]+\/[^/?#]+\/[^/?#]+\/service\/\d+)/i,
      yes: [
        'https://www.thumbtack.com/ca/san-diego/house-cleaning/acme-cleaning/service/123456789012345678?zip=1',
      ],
      no: [
        'https://www.thumbtack.com/ca/san-diego/house-cleaning/',
        'https://www.thumbtack.com.example.org/ca/a/b/c/service/1',
      ],
    },
  ],
  pageOf: ({ path }) => `https://www.thumbtack.com/${path}`,
});
