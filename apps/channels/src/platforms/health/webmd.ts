import { schemaSite } from '../builders/schema/schema-site';

export const webMd = schemaSite({
  typeId: 86,
  slug: 'webmd',
  label: 'WebMD',
  aliases: ['web_md'],
  category: 'health',
  logo: ['W', '#0064b4'],
  hosts: ['doctor.webmd.com'],
  urlExample: 'https://doctor.webmd.com/doctor/jane-example-12345678-1234-1234-1234-123456789012-overview',
  page: 'your profile',
  urls: [/^https?:\/\/doctor\.webmd\.com\/(?<path>(?:doctor|practice)\/[\w.-]+)/i],
  pageOf: ({ path }) => `https://doctor.webmd.com/${path}`,
});
