import { schemaSite } from '../builders/schema-site';

export const homeAdvisor = schemaSite({
  typeId: 72,
  slug: 'homeadvisor',
  label: 'HomeAdvisor',
  aliases: ['home_advisor'],
  category: 'home_services',
  logo: ['H', '#f89921'],
  ratingScale: 5,
  hosts: ['www.homeadvisor.com'],
  urlExample: 'https://www.homeadvisor.com/rated.AcmeRoofing.12345678.html',
  page: 'the profile of your business',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?homeadvisor\.com\/(?<path>rated\.[^/?#.]+\.\d+\.html)/i,
      yes: [
        'https://www.homeadvisor.com/rated.AcmeRoofing.12345678.html',
        'http://homeadvisor.com/rated.AcmeRoofing.12345678.html?x=1',
      ],
      no: [
        'https://www.homeadvisor.com/c.Roofing.Austin.TX.html',
        'https://www.homeadvisor.com.example.org/rated.Acme.1.html',
      ],
    },
  ],
  pageOf: ({ path }) => `https://www.homeadvisor.com/${path}`,
});
