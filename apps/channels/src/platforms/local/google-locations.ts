import { collectedLine } from '../../normalise/text';
import { bearerOf } from '../builders/api-request';
import { elementsAt, type JsonObject, textAt, valueAt } from '../builders/json-paths';
import type { Ctx, HttpOptions } from '../context';
import { MAX_LOCATIONS, type OAuthLocation } from '../oauth-flow';
import type { PlatformMeta } from '../platform';
import { readManaged } from './location-list';

const ACCOUNTS = 'https://mybusinessaccountmanagement.googleapis.com/v1/accounts';
export const LOCATIONS = 'https://mybusinessbusinessinformation.googleapis.com/v1';
const MAX_ACCOUNTS = 100;
const MAX_ADDRESS_LINES = 5;

const ACCOUNT = /^accounts\/\d{1,30}$/;
/** The name by which the reviews of a location are read. */
export const LOCATION = /^accounts\/\d{1,30}\/locations\/\d{1,30}$/;

/** Lists the locations of all accounts that the signed-in person may manage. */
export async function googleLocationsOf(meta: PlatformMeta, ctx: Ctx): Promise<OAuthLocation[]> {
  const accounts = await readManaged(
    meta,
    {
      ...pagesOf(ACCOUNTS, { pageSize: 20 }, ctx),
      at: 'accounts',
      itemOf: (account) => (ACCOUNT.test(textAt(account, 'name')) ? textAt(account, 'name') : null),
      max: MAX_ACCOUNTS,
    },
    ctx,
  );
  const found: OAuthLocation[] = [];
  for (const account of accounts) {
    if (found.length >= MAX_LOCATIONS) break;
    found.push(...(await locationsOf(meta, account, ctx)));
  }
  return found.slice(0, MAX_LOCATIONS);
}

function locationsOf(meta: PlatformMeta, account: string, ctx: Ctx): Promise<OAuthLocation[]> {
  const query = { readMask: 'name,title,storefrontAddress', pageSize: 100 };
  const list = {
    ...pagesOf(`${LOCATIONS}/${account}/locations`, query, ctx),
    at: 'locations',
    itemOf: (location: unknown) => locationOf(account, location),
    max: MAX_LOCATIONS,
  };
  return readManaged(meta, list, ctx);
}

/** Returns how the pages of a list of Google are requested. */
function pagesOf(url: string, query: HttpOptions['query'], ctx: Ctx) {
  return {
    request: async (pageToken: string | undefined) => ({
      url,
      query: { ...query, pageToken },
      headers: await bearerOf(ctx),
    }),
    next: (body: JsonObject) => textAt(body, 'nextPageToken'),
  };
}

/** Returns a location, whose own name is `locations/<id>`, or null if its reviews cannot be read by its name. */
function locationOf(account: string, location: unknown): OAuthLocation | null {
  const id = `${account}/${textAt(location, 'name')}`;
  if (!LOCATION.test(id)) return null;
  return { id, name: collectedLine(valueAt(location, 'title'), 191) || id, address: addressOf(location) };
}

function addressOf(location: unknown): string | null {
  const address = valueAt(location, 'storefrontAddress');
  const lines = elementsAt(address, 'addressLines', MAX_ADDRESS_LINES);
  const place = ['postalCode', 'locality', 'regionCode'].map((name) => valueAt(address, name));
  const parts = [...lines, ...place].map((part) => collectedLine(part, 100));
  return parts.filter((part) => part !== '').join(', ') || null;
}
