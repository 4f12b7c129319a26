import { readSchemaPage, type SchemaPage } from '../../../normalise/schema-org/schema-org';
import { CrawlError } from '../../crawl-error';
import { matchConfig } from '../match-url';
import type { Ctx } from '../../context';
import type {
  OfficialFigures,
  PageRequest,
  Platform,
  PlatformMeta,
  ProfileInfo,
  ProfileKey,
} from '../../platform';
import { normalizeSchemaRows, type SchemaRow } from './schema-reviews';

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
      if (page.reviews.length === 0 && page.official === null) {
        throw new CrawlError('INVALID_PROFILE', withoutMarkup);
      }
      const name = page.name ?? new URL(key.url).hostname;
      return { key, identity: identityOf(key), name, url: key.url, ...figuresOf(page), meta: null };
    },

    async profile(key, _config, ctx) {
      return figuresOf(await readPage(key.url, ctx));
    },

    partitions: () => [''],

    read: readSchema,

    async fetchPage({ key, cursor }: PageRequest<PageKey, string>, ctx) {
      const page = await readPage(cursor ?? key.url, ctx, cursor === null);
      const rows = page.reviews.map((node) => ({ node, page: page.url }));
      return cursor === null
        ? { rows, next: page.next, figures: figuresOf(page) }
        : { rows, next: page.next };
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
  if (page.reviews.length === 0 && page.official === null) response.assertNoChallenge();
  return { ...page, url: response.url };
}

function notAPage({ catchAll, label }: PlatformMeta): CrawlError {
  const what = catchAll ? 'a web page' : `a profile on ${label}`;
  return new CrawlError('INVALID_PROFILE', `This is not the URL of ${what}. Copy the URL from your browser.`);
}
