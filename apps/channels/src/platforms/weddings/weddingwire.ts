import { schemaSite } from '../builders/schema/schema-site';

export const weddingWire = schemaSite({
  typeId: 96,
  slug: 'weddingwire',
  label: 'WeddingWire',
  aliases: ['wedding_wire'],
  category: 'weddings',
  logo: ['W', '#19b5bc'],
  hosts: ['www.weddingwire.com', 'www.weddingwire.ca'],
  urlExample: 'https://www.weddingwire.com/biz/acme-photography/0123456789abcdef.html',
  page: 'your storefront',
  urls: [
    /^https?:\/\/(?:www\.)?weddingwire\.(?<country>com|ca)\/biz\/(?<name>[\w.-]+)(?:\/(?<id>[0-9a-f]{16,20}))?(?:\.html)?(?:[/?#]|$)/i,
  ],
  pageOf: ({ country, name, id }) =>
    `https://www.weddingwire.${country}/biz/${name}${id === undefined ? '' : `/${id}.html`}`,
});
