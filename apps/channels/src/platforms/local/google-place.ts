import { parseUrl } from '@plaudit/contracts';
import { layoutChanged, notFound } from '../builders/api-errors';
import { type ApiRequest, readJson } from '../builders/api-request';
import { textAt, valueAt } from '../builders/json-paths';
import { matchUrl } from '../builders/match-url';
import type { Ctx } from '../context';
import { CrawlError } from '../crawl-error';
import type { PlatformMeta, ProfileKey } from '../platform';

const API = 'https://places.googleapis.com/v1';
const LANGUAGE = 'en';
/** Places with a name that are compared with the number in a URL. The API returns at most 20. */
const MAX_NAMESAKES = 20;
/** Metres around the coordinates of a URL in which its place is searched. */
const SEARCH_RADIUS = 2_000;

/** Returns the URL by which a place is known. */
export function urlOf(placeId: string): string {
  return `https://www.google.com/maps/place/?q=place_id:${placeId}`;
}

function headersOf(ctx: Ctx, fields: readonly string[]): Record<string, string> {
  return { 'X-Goog-Api-Key': ctx.operatorKey(), 'X-Goog-FieldMask': fields.join(',') };
}

/** Google bills by the most expensive field, so each request names only what it needs. */
export function placeRequest(placeId: string, fields: readonly string[], ctx: Ctx): ApiRequest {
  return {
    url: `${API}/places/${encodeURIComponent(placeId)}`,
    query: { languageCode: LANGUAGE },
    headers: headersOf(ctx, fields),
  };
}

/** Searches for places with the words that a person would type. Returns at most {@link MAX_NAMESAKES}. */
export async function searchPlaces(
  meta: PlatformMeta,
  json: object,
  fields: readonly string[],
  ctx: Ctx,
): Promise<readonly unknown[]> {
  const names = fields.map((field) => `places.${field}`);
  const request = {
    url: `${API}/places:searchText`,
    headers: headersOf(ctx, names),
    json: { languageCode: LANGUAGE, ...json },
  };
  const places = valueAt(await readJson(meta, request, ctx), 'places') ?? [];
  if (!Array.isArray(places)) throw layoutChanged(meta);
  return places.slice(0, MAX_NAMESAKES);
}

/** Returns the number that Google Maps gives a place. URLs have it as decimal and as the second part of a hexadecimal pair. */
function cidOf({ cid, hex }: ProfileKey): string | null {
  if (cid !== undefined) return cid;
  const second = /0x[\da-f]+$/i.exec(hex ?? '')?.[0];
  return second === undefined ? null : BigInt(second).toString();
}

/** Finds the id of a place with the name and the number that a URL has. */
async function findByName(meta: PlatformMeta, name: string, key: ProfileKey, ctx: Ctx): Promise<string> {
  const { lat, lng } = key;
  const center = { latitude: Number(lat), longitude: Number(lng) };
  const near = lat && lng ? { locationBias: { circle: { center, radius: SEARCH_RADIUS } } } : {};
  const json = { textQuery: name, pageSize: MAX_NAMESAKES, ...near };
  const places = await searchPlaces(meta, json, ['id', 'googleMapsUri'], ctx);
  const wanted = cidOf(key);
  const found = places.find((place) => /[?&]cid=(\d+)/.exec(textAt(place, 'googleMapsUri'))?.[1] === wanted);
  const placeId = textAt(found, 'id');
  if (placeId !== '') return placeId;
  throw notFound(meta, 'place with the name and the number in the URL');
}

function nameOf({ name }: ProfileKey, url: URL): string | null {
  const encoded = name ?? url.searchParams.get('q') ?? '';
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' ')).trim().slice(0, 200) || null;
  } catch {
    return null;
  }
}

/** Returns where a link of Google leads to. A page that asks for consent has the target in its URL. */
async function followed(url: string, ctx: Ctx): Promise<URL> {
  const response = await ctx.http.get(url, { accept: 'html' });
  const reached = new URL(response.url);
  const target = reached.hostname === 'consent.google.com' ? reached.searchParams.get('continue') : null;
  return parseUrl(target ?? '') ?? reached;
}

/** Returns the id of the place that a URL points to. Throws INVALID_PROFILE if it cannot be found. */
export async function placeIdOf(
  meta: PlatformMeta,
  key: ProfileKey,
  pasted: string,
  ctx: Ctx,
): Promise<string> {
  if (key['placeId']) return key['placeId'];
  const name = key['short'] ? null : nameOf(key, new URL(pasted));
  if (name !== null) return findByName(meta, name, key, ctx);
  const url = await followed(key['cid'] ? `https://maps.google.com/?cid=${key['cid']}` : pasted, ctx);
  const reached = matchUrl(meta, url);
  if (reached?.['placeId']) return reached['placeId'];
  const found = reached && !reached['short'] ? nameOf(reached, url) : null;
  if (reached && found !== null) return findByName(meta, found, reached, ctx);
  throw new CrawlError(
    'INVALID_PROFILE',
    `The link does not lead to a place on Google Maps. Open the place and paste the URL that the browser shows, or ${meta.urlExample}.`,
  );
}
