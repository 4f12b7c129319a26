import { schemaSite } from '../builders/schema/schema-site';

export const vitals = schemaSite({
  typeId: 87,
  slug: 'vitals',
  label: 'Vitals',
  category: 'health',
  logo: ['V', '#00a5b5'],
  hosts: ['www.vitals.com'],
  urlExample: 'https://www.vitals.com/doctors/Dr_Jane_Example.html',
  page: 'your profile',
  urls: [
    /^https?:\/\/(?:www\.)?vitals\.com\/(?<path>(?:doctors|dentists|podiatrists|chiropractors|optometrists)\/(?![a-z]{2}\/)[\w.-]+)/i,
  ],
  pageOf: ({ path }) => `https://www.vitals.com/${path}`,
});
