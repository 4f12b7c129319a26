import { schemaSite } from '../builders/schema/schema-site';

export const openTable = schemaSite({
  typeId: 77,
  slug: 'opentable',
  label: 'OpenTable',
  aliases: ['open_table'],
  category: 'travel',
  logo: ['O', '#da3743'],
  hosts: [
    'www.opentable.com',
    'www.opentable.co.uk',
    'www.opentable.de',
    'www.opentable.ca',
    'www.opentable.com.au',
  ],
  urlExample: 'https://www.opentable.com/r/acme-bistro-paris',
  page: 'the page of your restaurant',
  urls: [/^https?:\/\/www\.opentable\.[a-z.]{2,6}\/(?:r\/(?<id>[\w-]+)|restaurant\/profile\/(?<rid>\d+))/i],
  pageOf: ({ id, rid }, { origin }) => (id ? `${origin}/r/${id}` : `${origin}/restaurant/profile/${rid}`),
});
