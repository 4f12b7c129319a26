import { reasonOf, type Reasons } from '../builders/api-errors';
import { textAt, valueAt } from '../builders/json-paths';
import { platformMeta } from '../builders/platform-meta';
import { storesPlatform } from '../builders/stores-platform';
import { afterOf, facebookPagesOf, GRAPH, NOT_ALLOWED, PAGE_ID, pageHeaders } from './facebook-pages';

/** The story is requested as a whole, because that is how it tells its id and its `data` in every recording. */
const FIELDS =
  'created_time,recommendation_type,review_text,rating,reviewer{name,picture.width(120).height(120)},open_graph_story';
const STORY = 'open_graph_story.data';
const STARS = new Map(Object.entries({ positive: 5, negative: 1 }));

const meta = platformMeta({
  typeId: 4,
  slug: 'facebook',
  label: 'Facebook',
  aliases: ['fb', 'facebook_page', 'meta'],
  category: 'local',
  logo: ['f', '#1877f2'],
  method: 'oauth',
  proof: { kind: 'recording', year: 2020 },
  hosts: ['graph.facebook.com'],
  rate: { perSecond: 4, burst: 8, crawls: 4 },
  optional: ['stores'],
  instructions:
    'Sign in with a Facebook account that manages your page, allow access to the page and its content, and choose the pages to read. ' +
    'All recommendations are read: one counts as 5 stars, a page that is not recommended gets 1. Nothing is posted.',
  caps: { order: 'newest', paging: 'cursor', fullHistory: true, plain: true },
  urls: [
    /^https?:\/\/(?:[\w-]+\.)?facebook\.com\/(?:profile\.php\?(?:.*&)?id=(?<numId>\d+)|pages\/[^/]+\/(?<pageId>\d+)|p\/[^/]*-(?<pId>\d{6,})\/?|(?!(?:sharer|login|groups|events|watch|marketplace|reel|story\.php|permalink\.php|profile\.php|pages|p)\b)(?<id>[\w.-]{2,})(?:\/reviews)?\/?(?:\?.*)?$)/i,
  ],
  stores: { re: PAGE_ID, what: 'the id of a page', example: '100000000000001', max: 100 },
  maxPages: 2_000,
});

const NO_PAGE = { NOT_FOUND: 'This account cannot read this Facebook page. Choose the page again.' };

/** What the codes of Facebook's errors mean. */
const REASONS: Reasons = [
  [/^190$/, { AUTH_EXPIRED: 'Facebook no longer accepts the stored access. Connect the channel again.' }],
  [/^(?:10|2\d\d)$/, NOT_ALLOWED],
  [/^(?:4|17|32|613)$/, { RATE_LIMITED: 'Facebook limits how often we may read it.' }],
  [/^100$/, NO_PAGE],
  [/^[12]$/, { UPSTREAM_ERROR: 'Facebook cannot respond for the moment.' }],
];

export const facebook = storesPlatform<string>({
  meta,

  oauth: {
    authorizeUrl: () => 'https://www.facebook.com/v21.0/dialog/oauth',
    tokenUrl: () => `${GRAPH}/oauth/access_token`,
    scopes: ['pages_show_list', 'pages_read_engagement', 'pages_read_user_content'],
    refresh: 'exchange',
    locations: (ctx) => facebookPagesOf(meta, ctx),
  },

  errorOf({ body }) {
    const reason = reasonOf(valueAt(body, 'error.code'), REASONS);
    // With another subcode than 33, code 100 means that our request is wrong.
    return reason === NO_PAGE && valueAt(body, 'error.error_subcode') !== 33 ? null : reason;
  },

  aboutStore: {
    request: async (page, ctx) => ({
      url: `${GRAPH}/${page}`,
      query: { fields: 'name,link,overall_star_rating,rating_count' },
      headers: await pageHeaders(meta, page, ctx),
    }),
    name: 'name',
    url: 'link',
    score: 'overall_star_rating',
    reviews: 'rating_count',
  },

  request: async ({ partition, cursor }, ctx) => ({
    url: `${GRAPH}/${partition}/ratings`,
    query: { fields: FIELDS, limit: 50, after: cursor ?? undefined },
    headers: await pageHeaders(meta, partition, ctx),
  }),

  rows: 'data',
  next: ({ body }) => afterOf(body) || null,

  review: {
    // A recommendation has no id of its own. Those before August 2018 often have no story.
    id: 'open_graph_story.id',
    // Absent if the person has not allowed it.
    author: 'reviewer.name',
    authorImage: 'reviewer.picture.data.url',
    text: ['review_text', `${STORY}.review_text`],
    // Rows have been recommendations since 2018. Older ones have 1 to 5 stars.
    rating: (row) =>
      STARS.get(textAt(row, 'recommendation_type')) ?? valueAt(row, ['rating', `${STORY}.rating.value`]),
    date: 'created_time',
    language: `${STORY}.language`,
    // Facebook shows neither hidden stories nor drafts.
    removed: [`${STORY}.is_hidden`, `${STORY}.is_draft`],
    additional: { recommendation: 'recommendation_type' },
  },
});
