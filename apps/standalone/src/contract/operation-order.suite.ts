import type { ApiMethod } from '@plaudit/runtime';

interface Operation {
  method: ApiMethod;
  path: string;
}

/**
 * Returns the order in which operations run on one object: it is deleted last, after its parts. A person is erased after that, because
 * the examples name one person.
 */
export function deletionRank({ method, path }: Operation): number {
  if (path === '/privacy/erase') return 3;
  if (path.endsWith('/merge')) return 1;
  if (method !== 'delete') return 0;
  return path.endsWith('}') ? 2 : 1;
}

/** Returns true if the object has become a part of another one, or can no longer be changed. */
export function isSpentBy({ path }: Operation): boolean {
  return /\/merge$|\/(send|reviewed|decide)\/\{id\}$/.test(path);
}
