import { schemaSite } from '../builders/schema-site';

export const bark = schemaSite({
  typeId: 74,
  slug: 'bark',
  label: 'Bark',
  aliases: ['bark_com'],
  category: 'home_services',
  logo: ['B', '#111f2d'],
  ratingScale: 5,
  hosts: ['www.bark.com'],
  urlExample: 'https://www.bark.com/en/gb/company/acme-photography/AbCdE/',
  page: 'the profile of your business',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?bark\.com\/(?<lang>[a-z]{2})\/(?<country>[a-z]{2})\/(?:company|b)\/(?<name>[^/?#]+)\/(?<id>\w{3,12})(?:[/?#]|$)/i,
      yes: [
        'https://www.bark.com/en/gb/company/acme-photography/AbCdE/',
        'https://bark.com/en/gb/b/acme-photography/AbCdE/?review_source=share_link',
      ],
      no: [
        'https://www.bark.com/en/gb/sellers/create/',
        'https://www.bark.com.example.org/en/gb/company/acme/AbCdE/',
      ],
    },
  ],
  pageOf: ({ lang, country, name, id }) => `https://www.bark.com/${lang}/${country}/company/${name}/${id}/`,
});
