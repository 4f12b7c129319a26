import { schemaSite } from '../builders/schema-site';

export const zocdoc = schemaSite({
  typeId: 85,
  slug: 'zocdoc',
  label: 'Zocdoc',
  aliases: [],
  category: 'health',
  logo: ['Z', '#ffe500'],
  ratingScale: 5,
  hosts: ['www.zocdoc.com'],
  urlExample: 'https://www.zocdoc.com/doctor/jane-example-md-12345',
  page: 'your profile',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?zocdoc\.com\/(?<path>(?:doctor|dentist|professional|practice)\/[\w.-]+-\d+)/i,
      yes: [
        'https://www.zocdoc.com/doctor/jane-example-md-12345?insuranceCarrier=1',
        'https://zocdoc.com/practice/acme-dental-12345',
      ],
      no: [
        'https://www.zocdoc.com/dentists',
        'https://www.zocdoc.com.example.org/doctor/jane-example-md-12345',
      ],
    },
  ],
  pageOf: ({ path }) => `https://www.zocdoc.com/${path}`,
});
