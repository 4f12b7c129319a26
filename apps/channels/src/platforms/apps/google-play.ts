import { truncate } from '@plaudit/runtime/content';
import { roundScore } from '../../normalise/numbers';
import { collectedLine } from '../../normalise/text';
import { layoutChanged } from '../builders/api-errors';
import { matchConfig, matchUrl } from '../builders/match-url';
import { platformMeta } from '../builders/platform-meta';
import { toReview } from '../builders/review-draft';
import type { Ctx } from '../context';
import { CrawlError, OtherForm } from '../crawl-error';
import {
  type ChannelConfig,
  type NormalizedReview,
  normalizeRows,
  type OfficialFigures,
  type PageRequest,
  type Platform,
  type ProfileInfo,
} from '../platform';
import {
  type PlayAnswer,
  type PlayApp,
  type PlayReview,
  readPlayApp,
  readPlayReviews,
  REVIEWS_PROCEDURE,
} from './google-play-page';

/** The languages in which the people of a country write most of their reviews. */
const LANGUAGES: ReadonlyMap<string, readonly string[]> = new Map(
  (
    'ae:ar,en ar:es at:de au:en ba:hr bd:bn,en be:nl,fr bg:bg bh:ar bo:es br:pt by:ru,be ca:en,fr ch:de,fr,it cl:es co:es ' +
    'cr:es cy:el cz:cs de:de dk:da do:es dz:ar,fr ec:es ee:et,ru eg:ar es:es,ca fi:fi fr:fr gb:en ge:ka gh:en gr:el gt:es ' +
    'hk:zh-hk,en hn:es hr:hr hu:hu id:id ie:en il:iw,en in:en,hi iq:ar is:is it:it jm:en jo:ar jp:ja ke:en,sw kh:km ' +
    'kr:ko kw:ar kz:ru,kk lb:ar la:lo lk:en,si lt:lt lu:fr,de lv:lv,ru ma:fr,ar md:ro,ru mk:mk mm:my mt:en mx:es ' +
    'my:ms,en ng:en ni:es nl:nl no:no np:en,ne nz:en om:ar pa:es pe:es ph:en,fil pk:en,ur pl:pl pt:pt-pt py:es qa:ar ' +
    'ro:ro rs:sr ru:ru sa:ar se:sv sg:en si:sl sk:sk sn:fr sv:es th:th tn:fr,ar tr:tr tw:zh-tw tz:sw,en ua:uk,ru ug:en ' +
    'us:en,es uy:es uz:ru,uz ve:es vn:vi ye:ar za:en,af zm:en zw:en'
  )
    .split(' ')
    .map((entry) => entry.split(':') as [string, string])
    .map(([country, languages]) => [country, languages.split(',')]),
);

const ORIGIN = 'https://play.google.com';
const BATCH_URL = `${ORIGIN}/_/PlayStoreUi/data/batchexecute`;
const NEWEST_FIRST = 2;
const PAGE_SIZE = 150;
const DEFAULT_LANGUAGE = 'en';
const DEFAULT_COUNTRY = 'us';

interface AppKey extends Readonly<Record<string, string>> {
  id: string;
  /** The language and the country of the URL. */
  hl: string;
  gl: string;
}

interface Row extends PlayReview {
  app: string;
}

const meta = platformMeta({
  typeId: 9,
  slug: 'google_play',
  label: 'Google Play',
  aliases: ['play_store', 'google_play_store', 'android'],
  category: 'apps',
  logo: ['G', '#01875f'],
  method: 'url',
  proof: { kind: 'recording' },
  hosts: ['play.google.com'],
  rate: { perSecond: 1 / 2, burst: 2, crawls: 2 },
  optional: ['countries'],
  urlExample: `${ORIGIN}/store/apps/details?id=com.acme.notes`,
  instructions:
    "Paste the URL of the app's page in Google Play. Google Play lists reviews by language: without countries, those in the " +
    'language of the URL are read, or in English. To read others, list countries, for example "de, fr, ca". The languages of ' +
    'those countries are read. The score and the number of written reviews are those of the first country. Google may change this list at any time; owners ' +
    'of the app can connect the Google Play Console as well.',
  caps: { order: 'newest', paging: 'cursor', fullHistory: true, ownerReply: true, plain: true },
  urls: [
    /^https?:\/\/play\.google\.com\/store\/apps\/details(?:\/[^/?#]{0,200})?\?(?:[^#]*&)?id=(?<id>[a-zA-Z]\w{0,100}(?:\.\w{1,100}){1,20})/i,
  ],
  countries: [...LANGUAGES.keys()],
  maxPages: 5_000,
});

function parameterOf(url: URL, name: 'hl' | 'gl', fallback: string): string {
  const value = url.searchParams.get(name)?.toLowerCase().replace('_', '-') ?? '';
  return /^[a-z]{2,3}(?:-[a-z\d]{2,4})?$/.test(value) ? value : fallback;
}

/** Returns each language of the countries once, as `<language>_<country>`. Reviews do not depend on the country. */
function partitionsOf({ hl, gl }: AppKey, { countries }: ChannelConfig): string[] {
  if (!countries || countries.length === 0) return [`${hl}_${gl}`];
  const chosen = new Map<string, string>();
  for (const country of countries) {
    for (const language of LANGUAGES.get(country) ?? [DEFAULT_LANGUAGE]) {
      if (!chosen.has(language)) chosen.set(language, country);
    }
  }
  return [...chosen].map(([language, country]) => `${language}_${country}`);
}

function localeOf(partition: string): { hl: string; gl: string } {
  const [hl = DEFAULT_LANGUAGE, gl = DEFAULT_COUNTRY] = partition.split('_');
  return { hl, gl };
}

async function readApp(key: AppKey, config: ChannelConfig, ctx: Ctx<PlayAnswer>): Promise<PlayApp> {
  const query = { id: key.id, ...localeOf(partitionsOf(key, config)[0] ?? '') };
  const response = await ctx.http.get(`${ORIGIN}/store/apps/details`, { query, accept: 'html' });
  const app = await ctx.read(response);
  if (app?.kind === 'app') return app;
  response.assertNoChallenge();
  throw layoutChanged(meta);
}

function figuresOf({ score, reviews }: PlayApp): OfficialFigures {
  const isScore = score !== null && score > 0 && score <= meta.ratingScale;
  const isCount = reviews !== null && Number.isInteger(reviews) && reviews >= 0;
  return {
    score: isScore ? roundScore(score) : null,
    scoreScale: meta.ratingScale,
    reviews: isCount ? reviews : null,
  };
}

/** Throws OtherForm for a value of another type than known, because then the positions have changed. */
function assertKnownTypes({ id, author, stars, text, seconds, reply }: Row): void {
  const isText = (value: unknown): boolean => value === null || typeof value === 'string';
  if (typeof id !== 'string' || id === '') throw new OtherForm('A review has no id at position 0');
  if (typeof stars !== 'number') throw new OtherForm('A review has no stars at position 2');
  if (typeof seconds !== 'number') throw new OtherForm('A review has no date at position 5');
  if (!isText(author ?? null) || !isText(text) || !isText(reply))
    throw new OtherForm('A review has no text at position 1, 4 or 7');
}

function reviewOf(row: Row, now: Date): NormalizedReview | null {
  assertKnownTypes(row);
  const version = typeof row.version === 'string' ? row.version : null;
  const draft = {
    id: row.id,
    author: row.author,
    authorImage: row.avatar,
    text: row.text,
    url: `${ORIGIN}/store/apps/details?id=${row.app}&reviewId=${encodeURIComponent(String(row.id))}`,
    rating: row.stars,
    date: row.seconds,
    reply: { text: row.reply, date: row.repliedAt },
    additional: { version, helpful_votes: row.thumbsUp || null },
  };
  return toReview(draft, { now, scale: meta.ratingScale, plain: true });
}

/** Returns the field of the batch API that requests a page of reviews: JSON with JSON in it. */
function requestOf(app: string, token: string | null): string {
  const page = [PAGE_SIZE, null, token];
  const call = JSON.stringify([null, null, [2, NEWEST_FIRST, page, null, []], [app, 7]]);
  return JSON.stringify([[[REVIEWS_PROCEDURE, call, null, 'generic']]]);
}

export const googlePlay: Platform<AppKey, string, Row, PlayAnswer> = {
  meta,

  match: (url) =>
    matchUrl(meta, url, ({ id = '' }) => ({
      id,
      hl: parameterOf(url, 'hl', DEFAULT_LANGUAGE),
      gl: parameterOf(url, 'gl', DEFAULT_COUNTRY),
    })),

  async validate(config, ctx): Promise<ProfileInfo<AppKey>> {
    const key = matchConfig(googlePlay.match, config);
    if (!key) {
      const msg = `This is not the URL of an app in Google Play. Send one such as ${meta.urlExample}.`;
      throw new CrawlError('INVALID_PROFILE', msg);
    }
    const app = await readApp(key, config, ctx);
    return {
      key,
      identity: truncate(key.id, 500),
      name: collectedLine(app.name, 191) || key.id,
      url: `${ORIGIN}/store/apps/details?id=${key.id}`,
      ...figuresOf(app),
      meta: { package: key.id },
    };
  },

  async profile(key, config, ctx) {
    return figuresOf(await readApp(key, config, ctx));
  },

  partitions: partitionsOf,

  read: (body, url) =>
    new URL(url).pathname.endsWith('/batchexecute') ? readPlayReviews(body) : readPlayApp(body),

  async fetchPage({ key, partition, cursor }: PageRequest<AppKey, string>, ctx) {
    const response = await ctx.http.post(BATCH_URL, {
      query: { rpcids: REVIEWS_PROCEDURE, ...localeOf(partition) },
      form: { 'f.req': requestOf(key.id, cursor) },
    });
    const answer = await ctx.read(response);
    if (answer?.kind === 'failure') {
      throw new CrawlError('UPSTREAM_ERROR', 'Google Play could not list the reviews. We try again later.');
    }
    if (answer?.kind !== 'reviews') {
      response.assertNoChallenge();
      throw layoutChanged(meta);
    }
    return { rows: answer.rows.map((row) => ({ ...row, app: key.id })), next: answer.next };
  },

  normalize: (rows, now) => normalizeRows(rows, (row) => reviewOf(row, now)),
};
