import { randomBytes } from 'node:crypto';
import type { Cleanup } from './cleanup';
import { POOL, startProgram, startService, tokenHeader } from './programs';
import { seedReviews } from './reviews';
import { startServers } from './servers';
import { sourceProgram } from './program';

/** Gateway and reviews as in production, each in its own process, and the bare handler on the same database. */
export interface Product {
  adminUrl: string;
  gateway: string;
  reviews: string;
  bare: string;
  /** The header with the API key, for the gateway. */
  keyHeader: Record<string, string>;
  /** The header with the principal token, for the reviews service itself. */
  tokenHeader: Record<string, string>;
}

/** The throttle counts every request and allows all of them. */
const THROTTLE = { THROTTLE_BURST: '1000000000', THROTTLE_RATE: '1000000000' };

export async function startProduct(cleanup: Cleanup): Promise<Product> {
  const servers = await startServers(cleanup);
  const key = `rk_${randomBytes(20).toString('hex')}`;
  const reviews = await startService(servers, 'reviews', cleanup);
  const gateway = await startService(servers, 'gateway', cleanup, {
    ...THROTTLE,
    REVIEWS_URL: reviews,
    BOOTSTRAP_API_KEY: key,
  });
  const subAccount = await seedReviews(servers.adminUrl);
  const bare = await startProgram(sourceProgram('bare.process.ts'), cleanup, {
    NODE_ENV: 'production',
    DATABASE_URL: servers.databaseUrl('reviews'),
    DATABASE_POOL: POOL,
    SUB_ACCOUNT: String(subAccount),
  });
  return {
    adminUrl: servers.adminUrl,
    gateway,
    reviews,
    bare,
    keyHeader: { authorization: `Bearer ${key}` },
    tokenHeader: await tokenHeader(servers, subAccount),
  };
}
