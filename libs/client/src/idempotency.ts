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
  '/keys': true,
  '/profiles/add': true,
  '/reviews/add': true,
  '/reviews/add_bulk': true,
  '/sources': true,
  '/sources/add': true,
  '/tags': true,
  '/users': true,
  '/webhooks/add': true,
  '/widgets/add': true,
};

interface PostOptions {
  params?: { header?: Record<string, string | undefined> };
}

/** Adds a random Idempotency-Key to a request that creates something and has none, so that it may be repeated. */
export function withIdempotencyKey(path: keyof paths, options: PostOptions = {}): PostOptions {
  const { params = {} } = options;
  const { 'Idempotency-Key': key = crypto.randomUUID(), ...header } = params.header ?? {};
  if (!(path in CREATING)) return options;
  return { ...options, params: { ...params, header: { ...header, 'Idempotency-Key': key } } };
}
