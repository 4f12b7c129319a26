import { truncate } from '@plaudit/runtime/content';
import type { BrokenBlocks } from '../../../normalise/schema-org/json-ld';
import { readSchemaPage, type SchemaPage } from '../../../normalise/schema-org/schema-org';
import { canonicalUrl, pageIdentity } from '../../../normalise/urls';
import { CrawlError } from '../../crawl-error';
import { matchConfig } from '../match-url';
import type { Ctx } from '../../context';
import type {
  Notice,
  OfficialFigures,
  PageRequest,
  Platform,
  PlatformMeta,
  ProfileInfo,
  ProfileKey,
} from '../../platform';
import { normalizeSchemaRows, type SchemaRow } from './schema-reviews';

/** Characters of the example of a notice. */
const MAX_EXAMPLE = 200;
/** Characters of the title of a page in a message. */
const MAX_TITLE = 100;
/** What stands in the title of a page that is shown instead of another one. */
const OTHER_PAGE =
  /\b(?:sign[ -]?in|log[ -]?in|anmelden|connexion|robot|captcha|human|security|denied|forbidden|blocked|attention|cookies?|consent|continue|verif\w+|redirect\w*|maintenance|unavailable|error|not found|404|suspended|for sale|protected|opening soon|coming soon|over 18|region|guard)\b/i;
const AS_VISITOR =
  ' Open the URL in a private window: it must show the reviews without a login, a question about cookies or a proof that you are human.';
const LISTS_NONE =
  'Its structured data has an empty list of reviews, or counts none. Connect it when it has reviews, or add them to the markup.';

export interface PageKey extends ProfileKey {
  /** The page with the reviews. */
  url: string;
}

interface SchemaSpec {
  meta: PlatformMeta;
  match(url: URL): PageKey | null;
  /** Equal for every spelling of the URL of a profile. */
  identityOf(key: PageKey): string;
  /** What the customer is told if a page has neither reviews nor a rating. */
  withoutMarkup: string;
}

/** Makes a platform of pages that mark up their reviews with schema.org. */
export function schemaPlatform({
  meta,
  match,
  identityOf,
  withoutMarkup,
}: SchemaSpec): Platform<PageKey, string, SchemaRow, SchemaPage> {
  const figuresOf = ({ official }: SchemaPage): OfficialFigures => ({
    score: official?.value ?? null,
    scoreScale: official?.scale ?? meta.ratingScale,
    reviews: official?.count ?? null,
  });

  return {
    meta,
    match,

    async validate(config, ctx): Promise<ProfileInfo<PageKey>> {
      const key = matchConfig(match, config);
      if (!key) throw notAPage(meta);
      const page = await readPage(key.url, ctx);
      if (isEmpty(page)) throw emptyPage(page, key, withoutMarkup);
      // A page that has moved is the page where it is now, so that its old and its new URL are one profile.
      const end = endOf(key, page.url);
      const settled = (end && match(end)) ?? key;
      assertNotSentHome(key, settled);
      const name = page.name ?? new URL(settled.url).hostname;
      const identity = identityOf(settled);
      return { key: settled, identity, name, url: settled.url, ...figuresOf(page), meta: null };
    },

    async profile(key, _config, ctx) {
      return figuresOf(await readPage(key.url, ctx));
    },

    partitions: () => [''],

    read: readSchema,

    async fetchPage({ key, cursor }: PageRequest<PageKey, string>, ctx) {
      const page = await readPage(cursor ?? key.url, ctx, cursor === null);
      if (cursor === null) assertReviewsAreReadable(page);
      const rows = page.reviews.map((node) => ({ node, page: page.url }));
      const read = { rows, next: page.next, notices: noticesOf(page) };
      return cursor === null ? { ...read, figures: figuresOf(page) } : read;
    },

    normalize: normalizeSchemaRows,
  };
}

/** The `read` of every platform that this file makes. */
export function readSchema(body: string, url: string): SchemaPage {
  return readSchemaPage(body, url);
}

async function readPage(
  url: string,
  ctx: Ctx<SchemaPage>,
  conditional = false,
): Promise<SchemaPage & { url: string }> {
  const response = await ctx.http.get(url, { accept: 'html', ...(conditional ? { conditional } : {}) });
  const page = await ctx.read(response);
  if (isEmpty(page)) response.assertNoChallenge();
  return { ...page, url: response.url };
}

function isEmpty({ reviews, official }: SchemaPage): boolean {
  return reviews.length === 0 && official === null;
}

/** Throws if all reviews of a profile may be in a block that cannot be read. */
function assertReviewsAreReadable({ reviews, official, next, broken }: SchemaPage): void {
  const hasReviews = official === null || (official.count ?? 0) > 0;
  const isLost = reviews.length === 0 && next === null && hasReviews;
  if (broken && isLost) throw new CrawlError('LAYOUT_CHANGED', brokenMessage(broken));
}

/** Returns why a page cannot be connected: it has broken markup or none. */
function emptyPage(page: SchemaPage & { url: string }, key: PageKey, withoutMarkup: string): CrawlError {
  const hasMoved = pageIdentity(new URL(page.url)) !== pageIdentity(new URL(key.url));
  const moved = hasMoved ? `The URL redirects to ${page.url}. ` : '';
  if (page.refresh !== null) {
    const msg = `The page sends visitors to ${page.refresh}. Send that URL, if it is the page that shows the reviews.`;
    return new CrawlError('INVALID_PROFILE', moved + msg);
  }
  const titled = page.name === null ? '' : `The page is titled "${truncate(page.name, MAX_TITLE)}". `;
  if (page.broken) return new CrawlError('LAYOUT_CHANGED', moved + brokenMessage(page.broken));
  if (page.listsNone) return new CrawlError('INVALID_PROFILE', moved + titled + LISTS_NONE);
  const advice = OTHER_PAGE.test(page.name ?? '') ? AS_VISITOR : '';
  return new CrawlError('INVALID_PROFILE', moved + titled + withoutMarkup + advice);
}

/**
 * Returns the URL where a page is now, or null if that cannot be told: a parameter that the redirect adds may be a session, which
 * expires and is another one each time.
 */
function endOf(key: PageKey, responded: string): URL | null {
  const end = canonicalUrl(responded);
  if (!end) return null;
  const { searchParams: pasted } = new URL(key.url);
  const isAdded = ([name, value]: [string, string]): boolean => !pasted.getAll(name).includes(value);
  return [...end.searchParams].some(isAdded) ? null : end;
}

/** Throws if a page redirects to the home page of its host, as sites do with pages that are gone. */
function assertNotSentHome({ url: pasted }: PageKey, { url: settled }: PageKey): void {
  const home = pageIdentity(new URL('/', pasted));
  if (pageIdentity(new URL(settled)) !== home || pageIdentity(new URL(pasted)) === home) return;
  throw new CrawlError(
    'INVALID_PROFILE',
    `The URL redirects to the home page, so the page may be gone. Connect ${settled} if that page shows the reviews.`,
  );
}

function brokenMessage({ block, total, fault }: BrokenBlocks): string {
  return (
    `The structured data (JSON-LD) of the page is broken. Block ${block} of ${total}, ${fault}. Ask who maintains the page ` +
    "to correct it. Google's Rich Results Test shows the place."
  );
}

function noticesOf({ broken }: SchemaPage): Notice[] {
  if (!broken) return [];
  const { count, total, block, fault } = broken;
  const example = truncate(`block ${block}, ${fault}`, MAX_EXAMPLE);
  return [{ code: 'broken_markup', count, total, example }];
}

function notAPage({ catchAll, label }: PlatformMeta): CrawlError {
  const what = catchAll ? 'a web page' : `a profile on ${label}`;
  return new CrawlError('INVALID_PROFILE', `This is not the URL of ${what}. Copy the URL from your browser.`);
}
