import { createHmac, timingSafeEqual } from 'node:crypto';
import { cookieAttributes, cookieValue } from './session-cookie';

const MAX_AGE_S = 180 * 24 * 3_600;
const MS_PER_S = 1_000;
const ID_BYTES = 16;
/** Users that one browser remembers. */
const MAX_USERS = 10;

/** A browser in which users signed in with their password before. */
export interface KnownBrowser {
  /** The one who signed in last comes first. */
  userIds: readonly number[];
  /** A random id of the browser. */
  id: string;
}

/**
 * Issues and reads the cookie of a known browser: users, time of the last sign-in, random id and a signature. Attempts
 * from a known browser are counted apart, so that a stranger's attempts do not lock its users out.
 */
export class KnownBrowserCookie {
  private readonly name: string;

  constructor(
    private readonly key: Buffer,
    private readonly secure: boolean,
  ) {
    this.name = secure ? '__Host-known' : 'known';
  }

  /** Returns a `Set-Cookie` value for the browser with that `Cookie` header, in which the user signed in now. */
  issue(
    userId: number,
    header: string | undefined,
    now: Date,
    randomBytes: (count: number) => Buffer,
  ): string {
    const earlier = this.read(header, now)?.userIds ?? [];
    const userIds = [...new Set([userId, ...earlier])].slice(0, MAX_USERS);
    const signedInOn = Math.floor(now.getTime() / MS_PER_S);
    const claim = `${userIds.join('-')}.${signedInOn}.${randomBytes(ID_BYTES).toString('base64url')}`;
    const value = `${claim}.${this.signature(claim)}`;
    return `${this.name}=${value}; ${cookieAttributes(this.secure)}; Max-Age=${MAX_AGE_S}`;
  }

  /** Returns the browser that the `Cookie` header proves, or null. */
  read(header: string | undefined, now: Date): KnownBrowser | null {
    const [userIds, signedInOn, id, signature, ...rest] = (cookieValue(header, this.name) ?? '').split('.');
    if (!userIds || !signedInOn || !id || !signature || rest.length > 0) return null;
    if (!isEqual(signature, this.signature(`${userIds}.${signedInOn}.${id}`))) return null;
    const age = now.getTime() / MS_PER_S - Number(signedInOn);
    return age < MAX_AGE_S ? { userIds: userIds.split('-').map(Number), id } : null;
  }

  private signature(claim: string): string {
    return createHmac('sha256', this.key).update(claim).digest('base64url');
  }
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
