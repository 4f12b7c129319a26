import { schemaSite } from '../builders/schema-site';

export const webMd = schemaSite({
  typeId: 86,
  slug: 'webmd',
  label: 'WebMD',
  aliases: ['web_md'],
  category: 'health',
  logo: ['W', '#0064b4'],
  ratingScale: 5,
  hosts: ['doctor.webmd.com'],
  urlExample: 'https://doctor.webmd.com/doctor/jane-example-12345678-1234-1234-1234-123456789012-overview',
  page: 'your profile',
  urls: [
    {
      re: /^https?:\/\/doctor\.webmd\.com\/(?<path>(?:doctor|practice)\/[\w.-]+)/i,
      yes: [
        'https://doctor.webmd.com/doctor/jane-example-12345678-1234-1234-1234-123456789012-overview?lid=1',
      ],
      no: ['https://doctor.webmd.com/results?q=dentist', 'https://www.webmd.com/oral-health/'],
    },
  ],
  pageOf: ({ path }) => `https://doctor.webmd.com/${path}`,
});
