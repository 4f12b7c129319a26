import { keyParts, readJson } from '../builders/api-request';
import { CrawlError } from '../crawl-error';
import { jsonPlatform } from '../builders/json-platform';
import { type ChannelConfig, letterLogo, type PlatformMeta } from '../platform';
import type { ReviewDraft } from '../builders/review-draft';

/** The documentation does not list the fields of a review, and clients read them by several names. */
interface Row {
  id?: string | number;
  rating_id?: string | number;
  name?: string;
  customer_name?: string;
  rating?: number | string;
  score?: number | string;
  comment?: string;
  review?: string;
  created?: string;
  created_at?: string;
  date?: string;
  url?: string;
}

interface Body {
  status?: string;
  message?: string;
  ratings?: Row[];
  data?: Row[];
}

interface Summary {
  status?: string;
  message?: string;
  /** Older answers have the figures directly below `data`. */
  data?: {
    ratings_summary?: { rating?: string; total_ratings?: string };
    rating_average?: string;
    amount?: string;
  };
}

type ShopKey = Readonly<{ id: string }>;

const API = 'https://dashboard.webwinkelkeur.nl/api/1.0';
const PAGE_SIZE = 100;

const meta: PlatformMeta = {
  typeId: 27,
  slug: 'webwinkelkeur',
  label: 'WebwinkelKeur',
  aliases: [],
  category: 'companies',
  logo: letterLogo('W', '#d6006e'),
  method: 'credentials',
  ratingScale: 10,
  hosts: ['dashboard.webwinkelkeur.nl'],
  rate: { perSecond: 1, burst: 2, crawls: 4 },
  robots: 'api',
  required: ['access_token'],
  optional: [],
  urlExample: null,
  instructions:
    'Send the id of your shop and its API code as access_token, in the form <id>:<code>. You find both in the WebwinkelKeur ' +
    'dashboard under Installation. All reviews of the shop are read. Replies of the shop are not read.',
  caps: {
    order: 'none',
    fullHistory: true,
    paging: 'number',
    rating: true,
    text: true,
    media: false,
    ownerReply: false,
  },
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?webwinkelkeur\.nl\/webshop\/[^/?#]*_(?<id>\d+)(?=[/?#]|$)/i,
      yes: [
        'https://www.webwinkelkeur.nl/webshop/Acme-Shop_1234567',
        'https://webwinkelkeur.nl/webshop/Acme_Shop_1234567/reviews',
      ],
      no: [
        'https://www.webwinkelkeur.nl/webshop/Acme-Shop',
        'https://webwinkelkeur.nl.example.com/webshop/Acme_1234567',
      ],
    },
  ],
  maxPages: 5_000,
};

function partsOf(token: string): { id: string; code: string } {
  const [id = '', code = ''] = keyParts(token, ['id', 'code']);
  return { id, code };
}

/** Throws the error of an answer that reports one with HTTP 200. */
function assertSuccess({ status, message }: { status?: unknown; message?: unknown }): void {
  if (status === undefined || status === 'success') return;
  const said = typeof message === 'string' ? message.slice(0, 500) : '';
  if (/limit|too many/i.test(said)) {
    throw new CrawlError('RATE_LIMITED', 'WebwinkelKeur limits how often we may read it.');
  }
  if (/server|internal|later|unavailable/i.test(said)) {
    throw new CrawlError('UPSTREAM_ERROR', 'WebwinkelKeur responded with an error. We try again later.');
  }
  // The id and the code are all that a request has.
  throw new CrawlError(
    'CREDENTIALS_INVALID',
    'WebwinkelKeur does not accept the id and the code. Check access_token.',
  );
}

function draftOf(row: Row): ReviewDraft {
  return {
    id: row.id ?? row.rating_id,
    author: row.name ?? row.customer_name,
    text: row.comment ?? row.review,
    url: row.url,
    rating: row.rating ?? row.score,
    date: row.created ?? row.created_at ?? row.date,
  };
}

export const webwinkelkeur = jsonPlatform<ShopKey, number, Body, Row>({
  meta,

  keyOf: ({ accessToken = '' }: ChannelConfig) => ({ id: partsOf(accessToken).id }),

  errorOf({ status }) {
    if (status !== 400 && status !== 403) return null;
    const msg = 'WebwinkelKeur does not accept the id and the code. Check access_token.';
    return new CrawlError('CREDENTIALS_INVALID', msg);
  },

  async about({ id }, _config, ctx) {
    const query = partsOf(await ctx.token());
    const summary = await readJson<Summary>(meta, { url: `${API}/ratings_summary.json`, query }, ctx);
    assertSuccess(summary);
    const { ratings_summary: figures, rating_average: average, amount } = summary.data ?? {};
    return {
      name: `WebwinkelKeur ${id}`,
      score: figures?.rating ?? average,
      reviews: figures?.total_ratings ?? amount,
    };
  },

  async request({ cursor }, ctx) {
    const { id, code } = partsOf(await ctx.token());
    return { url: `${API}/ratings.json`, query: { id, code, limit: PAGE_SIZE, offset: cursor ?? 0 } };
  },

  rows(body) {
    assertSuccess(body);
    return body.ratings ?? body.data;
  },

  next: ({ count, request }) => (count === PAGE_SIZE ? (request.cursor ?? 0) + PAGE_SIZE : null),

  review: draftOf,
});
