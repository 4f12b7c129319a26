import { schemaSite } from '../builders/schema/schema-site';

export const thumbtack = schemaSite({
  typeId: 73,
  slug: 'thumbtack',
  label: 'Thumbtack',
  category: 'home_services',
  logo: ['T', '#009fd9'],
  hosts: ['www.thumbtack.com'],
  urlExample:
    'https://www.thumbtack.com/ca/san-diego/house-cleaning/acme-cleaning/service/123456789012345678',
  page: 'the page of your service',
  urls: [/^https?:\/\/(?:www\.)?thumbtack\.com\/(?<path>[a-z]{2}\/[^/?#]+\/[^/?#]+\/[^/?#]+\/service\/\d+)/i],
  pageOf: ({ path }) => `https://www.thumbtack.com/${path}`,
});
