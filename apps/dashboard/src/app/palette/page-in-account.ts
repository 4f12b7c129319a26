/** Returns the same page for another sub account. A page of one object leads to the list of such objects. */
export function pageInAccount(path: string, subAccountId: number): string {
  const [, , ...segments] = path.split('/');
  const object = segments.findIndex((segment) => /^\d+$/.test(segment));
  const kept = object === -1 ? segments : segments.slice(0, 1);
  return ['', String(subAccountId), ...kept].join('/');
}
