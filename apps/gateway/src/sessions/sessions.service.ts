import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Clock, noteAccess, Randomness } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { isAllowedOn, type SignInHost } from '../sign-in/sign-in-hosts.service';
import { generateToken, hashToken } from '../sign-in/sign-in-token';
import { lifetimeOf, networkOf, type Session, sessionState, staleLimit } from './session';
import { allowsSecureCookies, SessionCookie } from './session-cookie';
import { type EndedSession, SessionsRepository } from './sessions.repository';

const MAX_AGENT_LENGTH = 255;

/** The browser that sent a request. */
export interface Browser {
  host: SignInHost;
  /** The client address. */
  address: string;
  /** The User-Agent header. */
  agent: string;
  /** The Cookie header. */
  cookies: string | undefined;
}

/** The key that requested the link of a sign-in. */
export interface LinkKey {
  id: number;
  /** Null if the key never expires. */
  expiresOn: Date | null;
}

/** How a user signs in: by the password, which counts as a proof, or by a link, with the key that requested it. */
export type SessionStart = { by: 'password'; remembered: boolean } | { by: 'link'; key: LinkKey | null };

const BY_PASSWORD: SessionStart = { by: 'password', remembered: false };

type NewSessionTraits = Pick<Session, 'proved_on' | 'remembered'> & { key: LinkKey | null };

/** Starts, finds and ends the sessions of signed-in users. Stores only hashes of their tokens. */
@Injectable()
export class SessionsService {
  private readonly cookie: SessionCookie;
  private readonly isAllowed: boolean;

  constructor(
    env: GatewayEnv,
    private readonly repository: SessionsRepository,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {
    const secure = allowsSecureCookies(env.PUBLIC_URL);
    this.isAllowed = secure || env.INSECURE_COOKIES;
    this.cookie = new SessionCookie(secure);
    if (!secure)
      new Logger(SessionsService.name).warn(
        env.INSECURE_COOKIES
          ? 'INSECURE_COOKIES is set: session cookies travel over plain http and can be read on the network'
          : 'Nobody can sign in to the dashboard: set PUBLIC_URL to an https address, or INSECURE_COOKIES=true on a closed network',
      );
  }

  /**
   * Starts a session in the transaction of the sign-in and ends the browser's previous session, so that a token stolen
   * earlier stops working. A session that a link started ends with the key of the link. Returns the `Set-Cookie` value.
   * Throws 403 if sessions would need an insecure cookie and INSECURE_COOKIES is not set.
   */
  async start(tx: Tx, userId: number, browser: Browser, how: SessionStart = BY_PASSWORD): Promise<string> {
    if (how.by === 'link') {
      return this.create(tx, userId, browser, { key: how.key, remembered: false, proved_on: null });
    }
    const { remembered } = how;
    return this.create(tx, userId, browser, { key: null, remembered, proved_on: this.clock.now() });
  }

  private async create(
    tx: Tx,
    userId: number,
    { host, address, agent, cookies }: Browser,
    { key, remembered, proved_on }: NewSessionTraits,
  ): Promise<string> {
    if (!this.isAllowed) throw needsHttps();
    await this.end(tx, cookies);
    const token = generateToken((count) => this.randomness.bytes(count));
    const now = this.clock.now();
    const { maxMs } = lifetimeOf({ remembered });
    await this.repository.add(tx, {
      hash: hashToken(token),
      user_id: userId,
      host: host.host,
      network: networkOf(address),
      agent: agent.slice(0, MAX_AGENT_LENGTH),
      key_id: key?.id ?? null,
      created_on: now,
      last_seen_on: now,
      expires_on: earlier(new Date(now.getTime() + maxMs), key?.expiresOn ?? null),
      proved_on,
      remembered,
    });
    return this.cookie.set(token, remembered ? maxMs : null);
  }

  /**
   * Ends all sessions and login links of the user and starts a new session in this browser. Call it when the password or
   * the two-factor sign-in changes. A session that a link started is replaced by one that ends no later and with the same
   * key. It keeps the time of the last proof. Returns the `Set-Cookie` value.
   */
  async restart(tx: Tx, session: Session, browser: Browser): Promise<string> {
    const { user_id, key_id, expires_on, remembered, proved_on } = session;
    await this.repository.endAllOf(tx, user_id);
    const key = key_id === null ? null : { id: key_id, expiresOn: expires_on };
    return this.create(tx, user_id, browser, { key, remembered, proved_on });
  }

  /** Returns the session of a `Cookie` header if it is valid on that host, or else null. The access log gets its account. */
  async find(cookies: string | undefined, host: SignInHost): Promise<Session | null> {
    const hash = this.hashIn(cookies);
    return this.accept(hash && (await this.repository.find(hash)), host);
  }

  /** Returns the hash of the token in a `Cookie` header, or null if it has none. */
  hashIn(cookies: string | undefined): Buffer | null {
    const token = this.cookie.read(cookies);
    return token === null ? null : hashToken(token);
  }

  /** Returns the session if it is valid on that host, or else null. Notes that it is in use. */
  async accept<S extends Session>(session: S | null, host: SignInHost): Promise<S | null> {
    if (!session || session.host !== host.host) return null;
    if (!isAllowedOn(host, session.account_id)) return null;
    const now = this.clock.now();
    const state = sessionState(session, now);
    if (state === 'expired') return null;
    if (state === 'stale') await this.repository.markSeen(session.hash, now, staleLimit(now));
    noteAccess({ caller: { account_id: session.account_id } });
    return session;
  }

  /** Notes that the user of this session sent the password now. Returns that time. */
  async prove({ hash }: Session): Promise<Date> {
    const now = this.clock.now();
    await this.repository.markProved(hash, now);
    return now;
  }

  /** Ends the browser's session. Returns the `Set-Cookie` value and the session that ended, null if there was none. */
  async end(tx: Tx, cookies: string | undefined): Promise<{ cookie: string; ended: EndedSession | null }> {
    const token = this.cookie.read(cookies);
    const ended = token ? await this.repository.end(tx, hashToken(token)) : null;
    return { cookie: this.cookie.clear(), ended };
  }
}

function earlier(end: Date, limit: Date | null): Date {
  return limit && limit < end ? limit : end;
}

function needsHttps(): ApiError {
  return new ApiError(
    'forbidden',
    'Sign-in needs https. The operator of this server can set that up; its log names the setting.',
  );
}
