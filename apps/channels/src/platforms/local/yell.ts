import { schemaSite } from '../builders/schema/schema-site';

export const yell = schemaSite({
  typeId: 101,
  slug: 'yell',
  label: 'Yell',
  category: 'local',
  logo: ['Y', '#ffe01b'],
  hosts: ['www.yell.com'],
  urlExample: 'https://www.yell.com/biz/acme-plumbing-leeds-1234567/',
  page: 'the page of your business',
  urls: [/^https?:\/\/(?:www\.)?yell\.com\/biz\/(?<id>[\w-]+-\d+)/i],
  pageOf: ({ id }) => `https://www.yell.com/biz/${id}/`,
});
