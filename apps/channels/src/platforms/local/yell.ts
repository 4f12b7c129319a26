import { schemaSite } from '../builders/schema-site';

export const yell = schemaSite({
  typeId: 101,
  slug: 'yell',
  label: 'Yell',
  aliases: [],
  category: 'local',
  logo: ['Y', '#ffe01b'],
  ratingScale: 5,
  hosts: ['www.yell.com'],
  urlExample: 'https://www.yell.com/biz/acme-plumbing-leeds-1234567/',
  page: 'the page of your business',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?yell\.com\/biz\/(?<id>[\w-]+-\d+)/i,
      yes: [
        'https://www.yell.com/biz/acme-plumbing-leeds-1234567/#reviews',
        'yell.com/biz/acme-plumbing-leeds-1234567',
      ],
      no: ['https://www.yell.com/s/plumbers-leeds.html', 'https://www.yell.com.example.org/biz/acme-1/'],
    },
  ],
  pageOf: ({ id }) => `https://www.yell.com/biz/${id}/`,
});
