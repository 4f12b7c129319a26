import type { Middleware } from 'openapi-fetch';
import type { paths } from './generated/api';

type HeaderOf<Path> = Path extends { post: { parameters: { header?: infer Header } } }
  ? NonNullable<Header>
  : never;
type CreatingPath = {
  // A tuple, because `keyof never` is every name.
  [Path in keyof paths]: [HeaderOf<paths[Path]>] extends [never] ? never : Path;
}[keyof paths];

/** Does not compile while it differs from the operations that take an Idempotency-Key. */
const CREATING: Readonly<Record<CreatingPath, true>> = {
  '/account/subaccount': true,
  '/channels/add': true,
  '/channels/import': true,
  '/channels/import/{id}': true,
  '/groups': true,
  '/invite/requests/add': true,
  '/invite/requests/add_bulk': true,
  '/invite/settings/add': true,
  '/invite/suppressions/add': true,
  '/invite/suppressions/import': true,
  '/keys': true,
  '/profiles/add': true,
  '/profiles/import': true,
  '/profiles/import/{id}': true,
  '/reviews/add': true,
  '/reviews/add_bulk': true,
  '/reviews/views': true,
  '/sources': true,
  '/sources/add': true,
  '/tags': true,
  '/users': true,
  '/webhooks/add': true,
  '/webhooks/rotate_secret/{id}': true,
  '/widgets/add': true,
};

const HEADER = 'Idempotency-Key';
const KEY_BYTES = 16;

/** Returns a random Idempotency-Key. `crypto.randomUUID` is missing in browsers on pages of plain http. */
export function idempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Adds a random Idempotency-Key to a request that creates something and has none, so that it may be repeated. */
export const idempotencyKeys: Middleware = {
  onRequest({ request, schemaPath }) {
    if (request.method !== 'POST' || !Object.hasOwn(CREATING, schemaPath) || request.headers.has(HEADER))
      return;
    request.headers.set(HEADER, idempotencyKey());
  },
};
