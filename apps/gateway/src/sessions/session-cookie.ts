const SECURE_NAME = '__Host-sid';
const INSECURE_NAME = 'sid';
const MS_PER_S = 1_000;

/**
 * Reads and writes the cookie that holds the session's token. A secure cookie, the normal case, is sent only over https
 * and to localhost. Its prefix `__Host-` prevents other hosts of the domain from setting it.
 */
export class SessionCookie {
  constructor(private readonly secure: boolean) {}

  /**
   * Returns a `Set-Cookie` value. The cookie lasts for that time, or until the browser closes if it is null. The session may
   * expire earlier.
   */
  set(token: string, maxAgeMs: number | null = null): string {
    const maxAge = maxAgeMs === null ? '' : `; Max-Age=${Math.floor(maxAgeMs / MS_PER_S)}`;
    return `${this.name}=${token}; ${cookieAttributes(this.secure)}${maxAge}`;
  }

  /** Returns a `Set-Cookie` value that deletes the cookie. */
  clear(): string {
    return this.set('', 0);
  }

  /** Returns the token in a `Cookie` header, or null. */
  read(header: string | undefined): string | null {
    return cookieValue(header, this.name);
  }

  private get name(): string {
    return this.secure ? SECURE_NAME : INSECURE_NAME;
  }
}

/** Returns the attributes that all cookies have. */
export function cookieAttributes(secure: boolean): string {
  return `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Returns the value of the cookie in a `Cookie` header, or null if it is missing or empty. */
export function cookieValue(header: string | undefined, cookie: string): string | null {
  const name = `${cookie}=`;
  const found = (header ?? '').split('; ').find((one) => one.startsWith(name));
  return found?.slice(name.length) || null;
}

/** Returns true if browsers send secure cookies to this origin: over https, and to loopback hosts. */
export function allowsSecureCookies(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return (
    protocol === 'https:' || /^(.+\.)?localhost$/.test(hostname) || ['127.0.0.1', '[::1]'].includes(hostname)
  );
}
