import { schemaSite } from '../builders/schema/schema-site';

export const homeAdvisor = schemaSite({
  typeId: 72,
  slug: 'homeadvisor',
  label: 'HomeAdvisor',
  aliases: ['home_advisor'],
  category: 'home_services',
  logo: ['H', '#f89921'],
  hosts: ['www.homeadvisor.com'],
  urlExample: 'https://www.homeadvisor.com/rated.AcmeRoofing.12345678.html',
  page: 'the profile of your business',
  urls: [/^https?:\/\/(?:www\.)?homeadvisor\.com\/(?<path>rated\.[^/?#.]+\.\d+\.html)/i],
  pageOf: ({ path }) => `https://www.homeadvisor.com/${path}`,
});
