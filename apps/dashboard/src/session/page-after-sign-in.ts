/** Returns the address after sign-in: the page that asked for it, if it is one of a sub account, or the start page. */
export function pageAfterSignIn(next: string | undefined): string {
  return next && /^(\/app)?\/[1-9]\d*(\/|\?|$)/.test(next) ? next.replace(/^\/app/, '') : '/';
}
