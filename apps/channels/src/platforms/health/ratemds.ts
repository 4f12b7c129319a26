import { schemaSite } from '../builders/schema/schema-site';

export const rateMds = schemaSite({
  typeId: 89,
  slug: 'ratemds',
  label: 'RateMDs',
  aliases: ['rate_mds'],
  category: 'health',
  logo: ['R', '#1b75bb'],
  hosts: ['www.ratemds.com'],
  urlExample: 'https://www.ratemds.com/doctor-ratings/12345/Dr-Jane-Example-Austin-TX.html',
  page: 'your profile',
  urls: [/^https?:\/\/(?:www\.)?ratemds\.com\/(?<path>doctor-ratings\/(?:\d+\/)?[\w.+-]+)/i],
  pageOf: ({ path }) => `https://www.ratemds.com/${path}/`,
});
