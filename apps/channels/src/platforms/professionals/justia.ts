import { schemaSite } from '../builders/schema-site';

export const justia = schemaSite({
  typeId: 93,
  slug: 'justia',
  label: 'Justia',
  aliases: [],
  category: 'professionals',
  logo: ['J', '#00548b'],
  ratingScale: 5,
  hosts: ['lawyers.justia.com'],
  urlExample: 'https://lawyers.justia.com/lawyer/jane-example-1234567',
  page: 'your profile as a lawyer',
  urls: [
    {
      re: /^https?:\/\/lawyers\.justia\.com\/(?<path>(?:lawyer|firm)\/[\w-]+)/i,
      yes: [
        'https://lawyers.justia.com/lawyer/jane-example-1234567?x=1',
        'https://lawyers.justia.com/firm/acme-law-12345',
      ],
      no: [
        'https://www.justia.com/lawyers/divorce/texas',
        'https://lawyers.justia.com.example.org/lawyer/jane-example-1',
      ],
    },
  ],
  pageOf: ({ path }) => `https://lawyers.justia.com/${path}`,
});
