import { schemaSite } from '../builders/schema-site';

export const openTable = schemaSite({
  typeId: 77,
  slug: 'opentable',
  label: 'OpenTable',
  aliases: ['open_table'],
  category: 'travel',
  logo: ['O', '#da3743'],
  ratingScale: 5,
  hosts: [
    'www.opentable.com',
    'www.opentable.co.uk',
    'www.opentable.de',
    'www.opentable.ca',
    'www.opentable.com.au',
  ],
  urlExample: 'https://www.opentable.com/r/acme-bistro-paris',
  page: 'the page of your restaurant',
  urls: [
    {
      re: /^https?:\/\/www\.opentable\.[a-z.]{2,6}\/(?:r\/(?<id>[\w-]+)|restaurant\/profile\/(?<rid>\d+))/i,
      yes: [
        'https://www.opentable.com/r/acme-bistro-paris',
        'https://www.opentable.co.uk/restaurant/profile/12345/reserve?ref=1',
      ],
      no: ['https://www.opentable.com/s?term=acme', 'https://www.opentable.com.example.org/r/acme'],
    },
  ],
  pageOf: ({ id, rid }, { origin }) => (id ? `${origin}/r/${id}` : `${origin}/restaurant/profile/${rid}`),
});
