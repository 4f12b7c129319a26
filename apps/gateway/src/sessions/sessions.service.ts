import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Clock, noteAccess, Randomness } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import type { SignInHost } from '../sign-in/sign-in-hosts.service';
import { generateToken, hashToken } from '../sign-in/sign-in-token';
import { MAX_SESSION_MS, networkOf, type Session, sessionState } from './session';
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
    if (!secure && env.INSECURE_COOKIES) {
      new Logger(SessionsService.name).warn(
        'INSECURE_COOKIES is set: session cookies travel over plain http and can be read on the network',
      );
    }
  }

  /**
   * Starts a session in the transaction of the sign-in and ends the browser's previous session, so that a token stolen
   * earlier stops working. A session that a link started ends with the key of the link. Returns the `Set-Cookie` value.
   * Throws 403 if sessions would need an insecure cookie and INSECURE_COOKIES is not set.
   */
  async start(tx: Tx, userId: number, browser: Browser, key: LinkKey | null = null): Promise<string> {
    const { host, address, agent, cookies } = browser;
    if (!this.isAllowed) throw needsHttps();
    await this.end(tx, cookies);
    const token = generateToken((count) => this.randomness.bytes(count));
    const now = this.clock.now();
    await this.repository.add(tx, {
      hash: hashToken(token),
      user_id: userId,
      host: host.host,
      network: networkOf(address),
      agent: agent.slice(0, MAX_AGENT_LENGTH),
      key_id: key?.id ?? null,
      created_on: now,
      last_seen_on: now,
      expires_on: earlier(new Date(now.getTime() + MAX_SESSION_MS), key?.expiresOn ?? null),
    });
    return this.cookie.set(token);
  }

  /**
   * Ends all sessions and login links of the user and starts a new session in this browser. Call it when the password or
   * the two-factor sign-in changes. A session that a link started is replaced by one that ends no later and with the same
   * key. Returns the `Set-Cookie` value.
   */
  async restart(tx: Tx, { user_id, key_id, expires_on }: Session, browser: Browser): Promise<string> {
    await this.repository.endAllOf(tx, user_id);
    return this.start(tx, user_id, browser, key_id === null ? null : { id: key_id, expiresOn: expires_on });
  }

  /** Returns the session of a `Cookie` header if it is valid on that host, or else null. The access log gets its account. */
  async find(cookies: string | undefined, host: SignInHost): Promise<Session | null> {
    const token = this.cookie.read(cookies);
    const session = token && (await this.repository.find(hashToken(token)));
    if (!session || session.host !== host.host) return null;
    if (host.accountId !== null && host.accountId !== session.account_id) return null;
    const now = this.clock.now();
    const state = sessionState(session, now);
    if (state === 'expired') return null;
    if (state === 'stale') await this.repository.markSeen(session.hash, now);
    noteAccess({ caller: { account_id: session.account_id } });
    return session;
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
    'Sign-in needs https: set PUBLIC_URL to an https address, or INSECURE_COOKIES=true on a closed network.',
  );
}
