import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Clock, Randomness } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { networkOf, SESSION_LIFE_MS, sessionState } from './session-rules';
import { SessionCookie } from './session-cookie';
import type { Session } from './session';
import { type EndedSession, SessionsRepository } from './sessions.repository';
import type { SignInHost } from './sign-in-hosts';
import { hashToken, TOKEN_BYTES } from './token';

const MAX_AGENT = 255;

/** The browser that signs in. */
export interface Browser {
  host: SignInHost;
  address: string;
  agent: string;
  /** Its `Cookie` header. */
  cookies: string | undefined;
}

/** Who is signed in. Only hashes are stored: whoever reads the database cannot become anybody. */
@Injectable()
export class Sessions {
  private readonly cookie: SessionCookie;
  private readonly possible: boolean;

  constructor(
    env: GatewayEnv,
    private readonly repository: SessionsRepository,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {
    const { protocol, hostname } = new URL(env.PUBLIC_URL);
    const secure = protocol === 'https:' || isLoopback(hostname);
    this.possible = secure || env.INSECURE_COOKIES;
    this.cookie = new SessionCookie(secure);
    if (!secure && env.INSECURE_COOKIES) {
      new Logger(Sessions.name).warn('INSECURE_COOKIES: sessions travel over http, readable on the network');
    }
  }

  /**
   * Starts a session in the transaction of the sign-in, in place of the one that the browser had: whoever knows that
   * one's token is out. Returns the `Set-Cookie` value.
   */
  async start(tx: Tx, userId: number, { host, address, agent, cookies }: Browser): Promise<string> {
    if (!this.possible) throw insecure();
    await this.end(tx, cookies);
    const token = this.randomness.bytes(TOKEN_BYTES).toString('base64url');
    const now = this.clock.now();
    await this.repository.add(tx, {
      hash: hashToken(token),
      user_id: userId,
      host: host.host,
      network: networkOf(address),
      agent: agent.slice(0, MAX_AGENT),
      created_on: now,
      last_seen_on: now,
      expires_on: new Date(now.getTime() + SESSION_LIFE_MS),
    });
    return this.cookie.set(token);
  }

  /** The live session of a `Cookie` header on that host, or null. */
  async find(cookies: string | undefined, host: SignInHost): Promise<Session | null> {
    const token = this.cookie.read(cookies);
    const session = token && (await this.repository.find(hashToken(token)));
    if (!session || session.host !== host.host) return null;
    if (host.accountId !== null && host.accountId !== session.account_id) return null;
    const now = this.clock.now();
    const state = sessionState(session, now);
    if (state === 'over') return null;
    if (state === 'stale') await this.repository.markSeen(session.hash, now);
    return session;
  }

  /** `cookie` is the `Set-Cookie` value; `ended` null when the browser had no session. */
  async end(tx: Tx, cookies: string | undefined): Promise<{ cookie: string; ended: EndedSession | null }> {
    const token = this.cookie.read(cookies);
    const ended = token ? await this.repository.end(tx, hashToken(token)) : null;
    return { cookie: this.cookie.clear(), ended };
  }
}

/** Browsers trust these as they trust https. */
function isLoopback(hostname: string): boolean {
  return /^(.+\.)?localhost$/.test(hostname) || ['127.0.0.1', '[::1]'].includes(hostname);
}

function insecure(): ApiError {
  return new ApiError(
    'forbidden',
    'Sign-in needs https: set PUBLIC_URL to an https address, or INSECURE_COOKIES=true on a closed network.',
  );
}
