const PREFIXED = '__Host-sid';
const BARE = 'sid';

/**
 * The cookie that holds the session's token. `secure` is the rule: browsers then send it over https (and to localhost)
 * only, and the prefix keeps other hosts of the domain from setting it.
 */
export class SessionCookie {
  constructor(private readonly secure: boolean) {}

  /** A `Set-Cookie` value; it lasts as long as the browser runs or the session lives, whichever ends first. */
  set(token: string): string {
    return this.attributes(token);
  }

  /** A `Set-Cookie` value that takes it away. */
  clear(): string {
    return `${this.attributes('')}; Max-Age=0`;
  }

  /** The token in a `Cookie` header, or null. */
  read(header: string | undefined): string | null {
    const name = `${this.name}=`;
    const found = (header ?? '').split('; ').find((cookie) => cookie.startsWith(name));
    return found?.slice(name.length) || null;
  }

  private get name(): string {
    return this.secure ? PREFIXED : BARE;
  }

  private attributes(value: string): string {
    return `${this.name}=${value}; Path=/; HttpOnly; SameSite=Lax${this.secure ? '; Secure' : ''}`;
  }
}
