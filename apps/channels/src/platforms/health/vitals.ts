import { schemaSite } from '../builders/schema-site';

export const vitals = schemaSite({
  typeId: 87,
  slug: 'vitals',
  label: 'Vitals',
  aliases: [],
  category: 'health',
  logo: ['V', '#00a5b5'],
  ratingScale: 5,
  hosts: ['www.vitals.com'],
  urlExample: 'https://www.vitals.com/doctors/Dr_Jane_Example.html',
  page: 'your profile',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?vitals\.com\/(?<path>(?:doctors|dentists|podiatrists|chiropractors|optometrists)\/(?![a-z]{2}\/)[\w.-]+)/i,
      yes: [
        'https://www.vitals.com/doctors/Dr_Jane_Example.html',
        'http://vitals.com/dentists/jane-example-ab12c/reviews',
      ],
      no: [
        'https://www.vitals.com/doctors/ny/new-york/dentist',
        'https://www.vitals.com.example.org/doctors/Dr_Jane_Example.html',
      ],
    },
  ],
  pageOf: ({ path }) => `https://www.vitals.com/${path}`,
});
