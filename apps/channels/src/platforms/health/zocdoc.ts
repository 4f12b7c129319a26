import { schemaSite } from '../builders/schema/schema-site';

export const zocdoc = schemaSite({
  typeId: 85,
  slug: 'zocdoc',
  label: 'Zocdoc',
  category: 'health',
  logo: ['Z', '#ffe500'],
  hosts: ['www.zocdoc.com'],
  urlExample: 'https://www.zocdoc.com/doctor/jane-example-md-12345',
  page: 'your profile',
  urls: [
    /^https?:\/\/(?:www\.)?zocdoc\.com\/(?<path>(?:doctor|dentist|professional|practice)\/[\w.-]+-\d+)/i,
  ],
  pageOf: ({ path }) => `https://www.zocdoc.com/${path}`,
});
