import { schemaSite } from '../builders/schema/schema-site';

export const productReviewAu = schemaSite({
  typeId: 78,
  slug: 'productreview_au',
  label: 'ProductReview.com.au',
  aliases: ['productreview'],
  category: 'companies',
  logo: ['P', '#0b6bcb'],
  hosts: ['www.productreview.com.au'],
  urlExample: 'https://www.productreview.com.au/listings/acme-mattress',
  page: 'the listing of your product or business',
  urls: [/^https?:\/\/(?:www\.)?productreview\.com\.au\/listings\/(?<id>[\w-]+)/i],
  pageOf: ({ id }) => `https://www.productreview.com.au/listings/${id}`,
});
