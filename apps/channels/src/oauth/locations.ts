import { ApiError } from '@plaudit/contracts';
import { cleanLine } from '@plaudit/runtime/content';
import { parseCodes } from '../connecting/connection-input';
import { MAX_LOCATIONS, type OAuthLocation } from '../platforms/oauth-flow';
import type { PlatformMeta } from '../platforms/platform';

const MAX_ID = 200;
const MAX_NAME = 191;
const MAX_ADDRESS = 300;

/** Returns the locations that can be connected, each once, with bounded texts. Leaves out those whose id is no store. */
export function cleanLocations(meta: PlatformMeta, listed: readonly OAuthLocation[]): OAuthLocation[] {
  const byId = new Map<string, OAuthLocation>();
  for (const { id, name, address } of listed.slice(0, MAX_LOCATIONS)) {
    if (!isStore(meta, id) || byId.has(id)) continue;
    byId.set(id, {
      id,
      name: cleanLine(name, MAX_NAME) || id,
      address: address === null ? null : cleanLine(address, MAX_ADDRESS) || null,
    });
  }
  return [...byId.values()];
}

function isStore(meta: PlatformMeta, id: string): boolean {
  try {
    const [store, ...more] = (id.length <= MAX_ID && parseCodes('stores', id, meta)) || [];
    return store === id && more.length === 0;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Returns the chosen stores. Throws 400 if there is none, too many, or one that was not offered. */
export function chosenStores(
  meta: PlatformMeta,
  offered: readonly OAuthLocation[],
  text: string | null | undefined,
): string[] {
  const stores = parseCodes('stores', text, meta);
  if (stores === null) {
    throw new ApiError('missing_field', 'stores is required; send the ids of one or more locations.', {
      field: 'stores',
    });
  }
  const known = new Set(offered.map(({ id }) => id));
  const foreign = stores.find((store) => !known.has(store));
  if (foreign === undefined) return stores;
  throw new ApiError(
    'invalid_value',
    `stores contains "${foreign.slice(0, 60)}", which is not a location of this connection.`,
    { field: 'stores' },
  );
}
