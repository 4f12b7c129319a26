import { schemaSite } from '../builders/schema/schema-site';

export const bark = schemaSite({
  typeId: 74,
  slug: 'bark',
  label: 'Bark',
  aliases: ['bark_com'],
  category: 'home_services',
  logo: ['B', '#111f2d'],
  hosts: ['www.bark.com'],
  urlExample: 'https://www.bark.com/en/gb/company/acme-photography/AbCdE/',
  page: 'the profile of your business',
  urls: [
    /^https?:\/\/(?:www\.)?bark\.com\/(?<lang>[a-z]{2})\/(?<country>[a-z]{2})\/(?:company|b)\/(?<name>[^/?#]+)\/(?<id>\w{3,12})(?:[/?#]|$)/i,
  ],
  pageOf: ({ lang, country, name, id }) => `https://www.bark.com/${lang}/${country}/company/${name}/${id}/`,
});
