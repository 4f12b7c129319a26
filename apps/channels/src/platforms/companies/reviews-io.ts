import { webUrl } from '@plaudit/runtime/content';
import { textAt } from '../builders/json-paths';
import { jsonPlatform } from '../builders/json-platform';
import { nextPage } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';

const PAGE_SIZE = 100;
/** Where the files are whose bare names the reviews have: pictures, and videos. */
const PICTURES = 'https://d1011j0lbv5k1u.cloudfront.net/assets/';
const VIDEOS = 'https://s3-us-west-1.amazonaws.com/reviews-us-assets/assets/';

const meta = platformMeta({
  typeId: 24,
  slug: 'reviews_io',
  label: 'Reviews.io',
  aliases: ['reviewsio', 'reviews_co_uk'],
  category: 'companies',
  logo: ['R', '#0e1311'],
  method: 'url',
  proof: { kind: 'recording', year: 2026 },
  hosts: ['api.reviews.io'],
  robots: 'api',
  urlExample: 'https://www.reviews.io/company-reviews/store/acme-example',
  instructions:
    'Paste the URL of your company page on Reviews.io. All its reviews are read. If your account has closed its public feed, ' +
    'open it in the settings of Reviews.io first.',
  caps: { order: 'newest', paging: 'number', fullHistory: true, media: true, ownerReply: true },
  urls: [/^https?:\/\/(?:www\.)?reviews\.(?:io|co\.uk)\/company-reviews\/store\/(?<id>[\w.-]+)/i],
  maxPages: 1_000,
});

export const reviewsIo = jsonPlatform<{ id: string }, number>({
  meta,

  base: PICTURES,

  // Pages are counted from 0.
  request: ({ key, cursor }) => ({
    url: 'https://api.reviews.io/merchant/reviews',
    query: { store: key.id, per_page: PAGE_SIZE, page: cursor ?? 0, order: 'desc' },
  }),

  // Live answers have a list. The documentation has it below `data`.
  rows: ['reviews.data', 'reviews'],
  next: nextPage({ first: 0, size: PAGE_SIZE, pages: 'total_pages' }),

  figures: {
    name: (_body, { id }) => id,
    url: ({ id }) => `https://www.reviews.io/company-reviews/store/${id}`,
    score: 'stats.average_rating',
    reviews: 'stats.total_reviews',
  },

  review: {
    id: 'store_review_id',
    author: (row) => `${textAt(row, 'reviewer.first_name')} ${textAt(row, 'reviewer.last_name')}`,
    authorImage: 'reviewer.profile_picture',
    title: 'title',
    text: 'comments',
    rating: 'rating',
    // The date has no zone. It is read as UTC, as everywhere.
    date: 'date_created',
    media: [
      { at: 'images', url: 'image' },
      { at: 'videos', type: 'video', url: ({ video_url }) => webUrl(video_url, VIDEOS) },
    ],
    reply: { text: 'replies.0.comments', date: 'replies.0.date_created' },
    verified: (row) => /^(?:yes|verified buyer)$/i.test(textAt(row, 'reviewer.verified_buyer')),
  },
});
