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
    return this.attributes(token);
  }

  /** Returns a `Set-Cookie` value that deletes the cookie. */
  clear(): string {
    return `${this.attributes('')}; Max-Age=0`;
  }

  /** Returns the token in a `Cookie` header, or null. */
  read(header: string | undefined): string | null {
    const name = `${this.name}=`;
    const found = (header ?? '').split('; ').find((cookie) => cookie.startsWith(name));
    return found?.slice(name.length) || null;
  }

  private get name(): string {
    return this.secure ? SECURE_NAME : INSECURE_NAME;
  }

  private attributes(value: string): string {
    return `${this.name}=${value}; Path=/; HttpOnly; SameSite=Lax${this.secure ? '; Secure' : ''}`;
  }
}
