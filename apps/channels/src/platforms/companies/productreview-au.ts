import { schemaSite } from '../builders/schema-site';

export const productReviewAu = schemaSite({
  typeId: 78,
  slug: 'productreview_au',
  label: 'ProductReview.com.au',
  aliases: ['productreview'],
  category: 'companies',
  logo: ['P', '#0b6bcb'],
  ratingScale: 5,
  hosts: ['www.productreview.com.au'],
  urlExample: 'https://www.productreview.com.au/listings/acme-mattress',
  page: 'the listing of your product or business',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?productreview\.com\.au\/listings\/(?<id>[\w-]+)/i,
      yes: [
        'https://www.productreview.com.au/listings/acme-mattress',
        'http://productreview.com.au/listings/acme-mattress/reviews?page=2',
      ],
      no: [
        'https://www.productreview.com.au/c/mattresses',
        'https://www.productreview.com.au.example.org/listings/acme',
      ],
    },
  ],
  pageOf: ({ id }) => `https://www.productreview.com.au/listings/${id}`,
});
