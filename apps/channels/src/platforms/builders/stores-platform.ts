import { createHash } from 'node:crypto';
import { parseCount, roundScore } from '../../normalise/numbers';
import { collectedLine } from '../../normalise/text';
import { combinedFigures } from './combined-figures';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import type { JsonObject } from './json-paths';
import { jsonPlatform, readFor, requestAbout } from './json-platform';
import type { About, JsonPlatformSpec, Read, RequestedAbout } from './json-spec';
import type { ChannelConfig, Cursor, Platform, PlatformMeta, ProfileKey } from '../platform';

/** A person waits for the check of a profile. Of more stores than this, the first crawl reads the figures. */
const MAX_CHECKED = 10;

const MAX_IDENTITY = 200;

/** What a platform says about a store. */
export type AboutStore = Omit<About, 'key'>;

interface StoresPlatformSpec<C extends Cursor, Body, Row, Extra> extends Omit<
  JsonPlatformSpec<ProfileKey, C, Body, Row, Extra>,
  'about' | 'identityOf' | 'keyOf' | 'partitions'
> {
  /** Returns a store as the platform writes it, if a customer may write it in several ways. */
  storeOf?(given: string): string;
  /** Returns the store that a URL points to. Absent if a URL alone does not identify one. */
  storeOfKey?(key: ProfileKey): string | undefined;
  /** Reads the name, the URL and the official figures of a store. Throws NOT_FOUND if it does not exist. */
  aboutStore:
    RequestedAbout<string> | ((store: string, ctx: Ctx, key: ProfileKey, read: Read) => Promise<AboutStore>);
}

/**
 * Makes a platform whose channels have one or several stores: locations, pages, products or forms. Each is a partition of the
 * crawl. Their official figures are combined.
 */
export function storesPlatform<
  C extends Cursor = never,
  Body extends object = JsonObject,
  Row extends object = JsonObject,
  Extra = undefined,
>(spec: StoresPlatformSpec<C, Body, Row, Extra>): Platform<ProfileKey, C> {
  const { meta, aboutStore, storeOfKey, storeOf = (given) => given, ...rest } = spec;
  const storesOf = (key: ProfileKey, { stores = [] }: ChannelConfig): string[] => {
    const given = [storeOfKey?.(key) ?? '', ...stores].filter((store) => store !== '');
    return [...new Set(given.map(storeOf))];
  };
  const aboutOf = async (store: string, ctx: Ctx, key: ProfileKey): Promise<AboutStore> =>
    typeof aboutStore === 'function'
      ? aboutStore(store, ctx, key, readFor(spec, ctx))
      : requestAbout(spec, aboutStore, store, ctx);
  const read = async (key: ProfileKey, stores: readonly string[], ctx: Ctx): Promise<AboutStore[]> => {
    const all: AboutStore[] = [];
    // One after another, because many stores at once would exceed the limits of the platform.
    for (const store of stores) all.push(await aboutOf(store, ctx, key));
    return all;
  };
  const base = jsonPlatform<ProfileKey, C, Body, Row, Extra>({
    ...rest,
    meta,
    keyOf: (config) => keyWithoutUrl(meta, config),
    identityOf: (key, config) => identityOf(storesOf(key, config)),
    partitions: storesOf,

    async about(key, config, ctx) {
      const stores = storesOf(key, config);
      if (stores.length === 0) throw withoutStores(meta);
      const checked = await read(key, stores.slice(0, MAX_CHECKED), ctx);
      const [first = {}] = checked;
      if (stores.length === 1) return first;
      const name = `${collectedLine(first.name, 150) || meta.label} and ${stores.length - 1} more`;
      return { name, ...(checked.length === stores.length ? figuresOf(meta, checked) : {}) };
    },
  });
  return {
    ...base,

    async profile(key, config, ctx) {
      const stores = storesOf(key, config);
      if (stores.length <= MAX_CHECKED) return base.profile(key, config, ctx);
      const { score, reviews } = figuresOf(meta, await read(key, stores, ctx));
      return { score: score === null ? null : roundScore(score), scoreScale: meta.ratingScale, reviews };
    },
  };
}

/** The key is empty, because a customer may change the stores of a channel later. */
function keyWithoutUrl(meta: PlatformMeta, { stores = [] }: ChannelConfig): ProfileKey {
  if (stores.length === 0) throw withoutStores(meta);
  return {};
}

function withoutStores({ label, stores, urlExample }: PlatformMeta): CrawlError {
  const rule = stores && 're' in stores ? `, such as ${stores.example}` : '';
  const url = urlExample === null ? '' : `url, such as ${urlExample}, or `;
  return new CrawlError('INVALID_PROFILE', `Send ${url}stores${rule}, to say what to read on ${label}.`);
}

/** Returns the only store of a channel whose platform takes one. Throws INVALID_PROFILE if there is none. */
export function onlyStore(meta: PlatformMeta, { stores = [] }: ChannelConfig): string {
  const [store] = stores;
  if (store !== undefined && store !== '') return store;
  const rule = meta.stores && 're' in meta.stores ? meta.stores : { what: 'one', example: '' };
  throw new CrawlError('INVALID_PROFILE', `Send ${rule.what} as stores, such as ${rule.example}.`);
}

/** Returns the same text for every order of the stores: a hash if they are many. */
function identityOf(stores: readonly string[]): string {
  const sorted = stores.toSorted().join(' ');
  return sorted.length <= MAX_IDENTITY ? sorted : createHash('sha256').update(sorted).digest('hex');
}

/** Returns combined figures. The review count is null if a store has none. */
function figuresOf(
  { ratingScale }: PlatformMeta,
  stores: readonly AboutStore[],
): { score: number | null; reviews: number | null } {
  const { score, reviews } = combinedFigures(stores, ratingScale);
  return { score, reviews: stores.every((store) => parseCount(store.reviews) !== null) ? reviews : null };
}
