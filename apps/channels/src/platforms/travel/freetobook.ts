import { schemaSite } from '../builders/schema/schema-site';

export const freetobook = schemaSite({
  typeId: 69,
  slug: 'freetobook',
  label: 'freetobook',
  aliases: ['free_to_book'],
  category: 'travel',
  logo: ['F', '#0a7ab5'],
  hosts: ['www.freetobook.com', 'portal.freetobook.com'],
  urlExample: 'https://www.freetobook.com/reviews/all?w_id=12345&w_tkn=AbCdEf123456',
  page: 'the page with all reviews of your property',
  urls: [
    /^https?:\/\/(?:(?:www|portal)\.)?freetobook\.com\/reviews(?:\/all)?\/?\?(?=(?:[^#]*&)?w_id=(?<id>\d+))(?=(?:[^#]*&)?w_tkn=(?<token>\w+))/i,
  ],
  pageOf: ({ id, token }) => `https://www.freetobook.com/reviews/all?w_id=${id}&w_tkn=${token}`,
});
