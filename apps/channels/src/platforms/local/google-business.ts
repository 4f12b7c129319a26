import { webUrl } from '@plaudit/runtime/content';
import { bearerOf } from '../builders/api-request';
import { type JsonObject, textAt, valueAt } from '../builders/json-paths';
import type { Read } from '../builders/json-spec';
import { cursorAt } from '../builders/paging';
import { platformMeta } from '../builders/platform-meta';
import { type AboutStore, storesPlatform } from '../builders/stores-platform';
import type { Ctx } from '../context';
import type { ProfileKey } from '../platform';
import { googleErrors } from './google-error';
import { googleLocationsOf, LOCATION, LOCATIONS } from './google-locations';

type Row = JsonObject;

const REVIEWS = 'https://mybusiness.googleapis.com/v4';
const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'];
const NOT_ALLOWED = {
  FORBIDDEN_PLAN:
    'The Google account may not read the reviews of this location. It must manage it, and Google must have verified it.',
};

const meta = platformMeta({
  typeId: 3,
  slug: 'google_business',
  label: 'Google Business Profile',
  aliases: ['gbp', 'google_business_profile', 'google_my_business', 'gmb'],
  category: 'local',
  logo: ['G', '#4285f4'],
  method: 'oauth',
  proof: { kind: 'specification' },
  hosts: [
    'mybusiness.googleapis.com',
    'mybusinessaccountmanagement.googleapis.com',
    'mybusinessbusinessinformation.googleapis.com',
  ],
  rate: { perSecond: 4, burst: 8, crawls: 4 },
  optional: ['stores'],
  instructions:
    'Sign in with the Google account that manages your Business Profile, and choose the locations to read. All their reviews are ' +
    'read, with your replies. A location must be verified by Google. Nothing is changed in your profile.',
  caps: { order: 'updated', paging: 'cursor', fullHistory: true, media: true, ownerReply: true, plain: true },
  stores: { re: LOCATION, what: 'the name of a location', example: 'accounts/123/locations/456', max: 100 },
  maxPages: 2_000,
});

async function aboutStore(store: string, _ctx: Ctx, _key: ProfileKey, read: Read): Promise<AboutStore> {
  const figures = await read({ url: `${REVIEWS}/${store}/reviews`, query: { pageSize: 1 } });
  const url = `${LOCATIONS}/locations/${store.split('/').at(-1)}`;
  const about = await read({ url, query: { readMask: 'title,metadata' } });
  return {
    name: valueAt(about, 'title'),
    url: webUrl(valueAt(about, 'metadata.mapsUri')),
    score: valueAt(figures, 'averageRating'),
    reviews: valueAt(figures, 'totalReviewCount') ?? 0,
  };
}

/** Returns a value of the author, who may have chosen to stay anonymous. */
const ofAuthor = (name: string) => (row: Row) =>
  valueAt(row, 'reviewer.isAnonymous') ? null : valueAt(row, `reviewer.${name}`);

export const googleBusiness = storesPlatform<string, { reviews?: Row[] }, Row>({
  meta,
  aboutStore,

  oauth: {
    authorizeUrl: () => 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: () => 'https://oauth2.googleapis.com/token',
    scopes: ['https://www.googleapis.com/auth/business.manage'],
    // Without these, Google gives no refresh token, or none the second time.
    authorizeParams: { access_type: 'offline', prompt: 'consent' },
    refresh: 'refresh_token',
    locations: (ctx) => googleLocationsOf(meta, ctx),
  },

  errorOf: googleErrors({
    DAILY_QUOTA: { QUOTA_EXCEEDED: 'The daily quota of the Google Business Profile API is spent.' },
    RESOURCE_EXHAUSTED: { RATE_LIMITED: 'Google limits how often we may read Business Profiles.' },
    SERVICE_DISABLED: {
      AUTH_MISSING: 'Google has not given this installation access to the Business Profile API.',
    },
    PERMISSION_DENIED: NOT_ALLOWED,
    FAILED_PRECONDITION: NOT_ALLOWED,
    PAGE_TOKEN: { CURSOR_EXPIRED: 'Google no longer accepts the page token.' },
    INVALID_ARGUMENT: { INVALID_PROFILE: 'Google does not know the location. Choose it again.' },
  }),

  headers: bearerOf,

  request: ({ partition, cursor }) => ({
    url: `${REVIEWS}/${partition}/reviews`,
    query: { pageSize: 50, orderBy: 'updateTime desc', pageToken: cursor ?? undefined },
  }),

  // Google leaves out lists without entries and counts of 0.
  rows: ({ reviews }) => reviews ?? [],
  next: cursorAt('nextPageToken'),
  figures: { score: 'averageRating', reviews: (body) => valueAt(body, 'totalReviewCount') ?? 0 },

  review: {
    id: 'reviewId',
    author: ofAuthor('displayName'),
    authorImage: ofAuthor('profilePhotoUrl'),
    text: 'comment',
    // Without a known number of stars it becomes 0, which is no rating.
    rating: (row) => STARS.indexOf(textAt(row, 'starRating')) + 1,
    date: 'createTime',
    media: [
      {
        at: 'reviewMediaItems',
        // A photo may have an empty URL of a video.
        url: (file) => file['videoUrl'] || file['thumbnailUrl'],
        type: ({ videoUrl }) => (videoUrl ? 'video' : 'image'),
      },
    ],
    // Google reviews a reply before it shows it.
    reply: (row) =>
      (valueAt(row, 'reviewReply.reviewReplyState') ?? 'APPROVED') === 'APPROVED'
        ? {
            text: valueAt(row, 'reviewReply.comment'),
            date: valueAt(row, 'reviewReply.updateTime'),
          }
        : null,
    additional: { updated_on: 'updateTime' },
  },
});
