import { createHmac, timingSafeEqual } from 'node:crypto';
import { cookieAttributes, cookieValue } from './session-cookie';

const MAX_AGE_S = 180 * 24 * 3_600;
const MS_PER_S = 1_000;
const ID_BYTES = 16;

/** A browser in which a user signed in with their password before. */
export interface KnownBrowser {
  userId: number;
  /** A random id of the browser. */
  id: string;
}

/**
 * Issues and reads the cookie of a known browser: user, time of the sign-in, random id and a signature. Attempts from a
 * known browser are counted apart, so that a stranger's attempts do not lock its user out.
 */
export class KnownBrowserCookie {
  private readonly name: string;

  constructor(
    private readonly key: Buffer,
    private readonly secure: boolean,
  ) {
    this.name = secure ? '__Host-known' : 'known';
  }

  /** Returns a `Set-Cookie` value. */
  issue(userId: number, now: Date, randomBytes: (count: number) => Buffer): string {
    const signedInOn = Math.floor(now.getTime() / MS_PER_S);
    const claim = `${userId}.${signedInOn}.${randomBytes(ID_BYTES).toString('base64url')}`;
    const value = `${claim}.${this.signature(claim)}`;
    return `${this.name}=${value}; ${cookieAttributes(this.secure)}; Max-Age=${MAX_AGE_S}`;
  }

  /** Returns the browser that the `Cookie` header proves, or null. */
  read(header: string | undefined, now: Date): KnownBrowser | null {
    const [userId, signedInOn, id, signature, ...rest] = (cookieValue(header, this.name) ?? '').split('.');
    if (!userId || !signedInOn || !id || !signature || rest.length > 0) return null;
    if (!isEqual(signature, this.signature(`${userId}.${signedInOn}.${id}`))) return null;
    const age = now.getTime() / MS_PER_S - Number(signedInOn);
    return age < MAX_AGE_S ? { userId: Number(userId), id } : null;
  }

  private signature(claim: string): string {
    return createHmac('sha256', this.key).update(claim).digest('base64url');
  }
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
