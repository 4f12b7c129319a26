const SECURE_NAME = '__Host-sid';
const INSECURE_NAME = 'sid';

/**
 * Reads and writes the cookie that holds the session's token. A secure cookie, the normal case, is sent only over https
 * and to localhost. Its prefix `__Host-` prevents other hosts of the domain from setting it.
 */
export class SessionCookie {
  constructor(private readonly secure: boolean) {}

  /** Returns a `Set-Cookie` value. The cookie lasts until the browser closes, and the session may expire earlier. */
  set(token: string): string {
    return `${this.name}=${token}; ${cookieAttributes(this.secure)}`;
  }

  /** Returns a `Set-Cookie` value that deletes the cookie. */
  clear(): string {
    return `${this.set('')}; Max-Age=0`;
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
