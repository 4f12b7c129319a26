import { createHash } from 'node:crypto';
import { webUrl } from '@plaudit/runtime/content';
import { parseCount, parseDecimal, roundScore } from '../../normalise/numbers';
import { collectedLine } from '../../normalise/text';
import { layoutChanged } from '../builders/api-errors';
import { keyParts } from '../builders/api-request';
import { platformMeta } from '../builders/platform-meta';
import { toReview, withDerivedIds } from '../builders/review-draft';
import type { Ctx } from '../context';
import { CrawlError, OtherForm } from '../crawl-error';
import {
  type NormalizedReview,
  normalizeRows,
  type OfficialFigures,
  type Platform,
  type ProfileInfo,
} from '../platform';

interface EkomiRow {
  /** Unix seconds. */
  submitted?: string | number;
  order_id?: string | number;
  rating?: string | number;
  review?: string;
  /** The reply of the shop. */
  comment?: string;
}

interface Snapshot {
  info?: {
    fb_count?: string;
    fb_avg?: string;
    fb_avg_detail?: string;
    account_name?: string;
    ekomi_certificate?: string;
  };
}

type AccountKey = Readonly<{ id: string }>;

const API = 'https://api.ekomi.de/v3';
/** eKomi sends all reviews in one answer. They are stored in parts. */
const PART = 500;

const meta = platformMeta({
  typeId: 28,
  slug: 'ekomi',
  label: 'eKomi',
  category: 'companies',
  logo: ['e', '#f60'],
  method: 'credentials',
  proof: { kind: 'documentation' },
  hosts: ['api.ekomi.de'],
  rate: { perSecond: 1, burst: 2, crawls: 2 },
  instructions:
    'Paste the interface id and the interface password of your eKomi account as the access key, in the form <id>:<password>. You ' +
    'find both in the eKomi customer area under Settings. All reviews of the shop and your replies are read. eKomi does not tell ' +
    'the names of the authors.',
  caps: { order: 'newest', paging: 'number', fullHistory: true, ownerReply: true },
  maxPages: 1_000,
});

function refused(): CrawlError {
  return new CrawlError(
    'CREDENTIALS_INVALID',
    'eKomi does not accept the id and the password. Check access_token.',
  );
}

async function request(path: string, query: Readonly<Record<string, string>>, ctx: Ctx): Promise<unknown> {
  const [id = '', password = ''] = keyParts(await ctx.token(), ['id', 'password']);
  const response = await ctx.http.get(`${API}/${path}`, {
    query: { auth: `${id}|${password}`, version: 'cust-1.0.0', type: 'json', charset: 'utf-8', ...query },
    accept: 'json',
  });
  const text = response.text().slice(0, 200).trim();
  // An account without reviews gets an empty answer.
  if (response.status === 204 || text === '') return null;
  // eKomi refuses an account with a sentence and HTTP 200.
  if (/^"?access denied/i.test(text)) throw refused();
  return response.json();
}

async function readAccount(ctx: Ctx): Promise<OfficialFigures & { name: string; url: string | null }> {
  const answer = (await request('getSnapshot', {}, ctx)) as Snapshot | null;
  if (typeof answer?.info !== 'object' || answer.info === null) throw layoutChanged(meta);
  const { info } = answer;
  const score = parseDecimal(info.fb_avg_detail ?? info.fb_avg);
  return {
    name: collectedLine(info.account_name, 191) || meta.label,
    url: webUrl(info.ekomi_certificate),
    score: score !== null && score > 0 && score <= meta.ratingScale ? roundScore(score) : null,
    scoreScale: meta.ratingScale,
    reviews: parseCount(info.fb_count),
  };
}

/** All reviews of an account, so that they are requested once in a crawl and not for each part. */
const dumps = new WeakMap<Ctx, Promise<EkomiRow[]>>();

function dumpOf(ctx: Ctx): Promise<EkomiRow[]> {
  const dump = dumps.get(ctx) ?? readDump(ctx);
  dumps.set(ctx, dump);
  return dump;
}

/** Requests all reviews, or those of the last six months if all of them are more than a response may have. */
async function requestFeedback(ctx: Ctx): Promise<unknown> {
  try {
    return await request('getFeedback', { range: 'all' }, ctx);
  } catch (error) {
    if (!(error instanceof CrawlError) || error.code !== 'TOO_LARGE') throw error;
    return request('getFeedback', { range: '6m' }, ctx);
  }
}

/** Returns the reviews of an account, the newest one first. */
async function readDump(ctx: Ctx): Promise<EkomiRow[]> {
  const answer = await requestFeedback(ctx);
  if (answer === null) return [];
  if (!Array.isArray(answer)) throw layoutChanged(meta);
  const time = (row: EkomiRow): number => Number(row?.submitted) || 0;
  return (answer as EkomiRow[]).toSorted((a, b) => time(b) - time(a));
}

/** Returns an id for a review, which has none. The number of the order is not kept. */
function idOf({ order_id: order, submitted }: EkomiRow): string {
  if (order === undefined || order === null || order === '') return '';
  return createHash('sha256')
    .update(JSON.stringify([String(order), String(submitted)]))
    .digest('hex')
    .slice(0, 40);
}

function reviewOf(row: EkomiRow, now: Date): NormalizedReview | null {
  if (typeof row !== 'object' || row === null) throw new OtherForm('A row is not an object');
  const { submitted, rating, review, comment } = row;
  const draft = {
    id: idOf(row),
    text: review,
    rating,
    date: submitted,
    reply: { text: comment },
    verified: true,
  };
  return toReview(draft, { now, scale: meta.ratingScale });
}

export const ekomi: Platform<AccountKey, number, EkomiRow> = {
  meta,

  match: () => null,

  errorOf: ({ status }) => (status === 403 ? refused() : null),

  async validate({ accessToken = '' }, ctx): Promise<ProfileInfo<AccountKey>> {
    const [id = ''] = keyParts(accessToken, ['id', 'password']);
    return { key: { id }, identity: id, ...(await readAccount(ctx)), meta: null };
  },

  async profile(_key, _config, ctx) {
    const { score, scoreScale, reviews } = await readAccount(ctx);
    return { score, scoreScale, reviews };
  },

  partitions: () => [''],

  async fetchPage({ cursor }, ctx) {
    const all = await dumpOf(ctx);
    const start = cursor ?? 0;
    const end = start + PART;
    return { rows: all.slice(start, end), next: end < all.length ? end : null };
  },

  normalize(rows, now) {
    const page = normalizeRows(rows, (row) => reviewOf(row, now));
    return { ...page, reviews: withDerivedIds(page.reviews) };
  },
};
