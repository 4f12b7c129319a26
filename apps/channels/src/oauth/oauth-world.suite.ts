import type { Principal, PrincipalSession } from '@plaudit/contracts';
import { buildPublicPrincipal, type Caller, type HttpResult } from '@plaudit/testing';
import { CHANNELS, ChannelsWorld } from '../channels-world.suite';
import { OAuthStandIn } from './oauth-stand-in.suite';

/** What the platform sends to the callback URL. */
type CallbackQuery = Record<string, string | undefined>;

/** The session of the dashboard in which specs begin, and to which the platform sends the browser back. */
const OWN_SESSION = 'session-of-the-owner';
const OWN_ORIGIN = 'http://localhost:8080';

const NAMES = { actor: 'ida@example.com', company: 'Acme Agency', sub_account: 'Harbour Bakery' };
const KEY_NAMES = { ...NAMES, actor: 'Import <b>script</b>' };

/** The browser of a request: the session that it is signed in to, and where its page is from. */
interface BrowserOptions {
  type?: string;
  /** Null for a browser without a session. */
  session?: string | null;
  /** Null sends no headers about the page. */
  origin?: string | null;
}

/** Runs the channels service with stand-ins for platforms that are connected by signing in. */
export class OAuthWorld {
  private constructor(
    readonly own: ChannelsWorld,
    readonly platform: OAuthStandIn,
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<OAuthWorld> {
    const platform = await OAuthStandIn.start();
    const own = await ChannelsWorld.start({
      CRAWL_CONCURRENCY: '0',
      OAUTH_SECONDS: '5',
      ...platform.settings,
      ...settings,
    });
    return new OAuthWorld(own, platform);
  }

  async close(): Promise<void> {
    await this.own.close();
    await this.platform.close();
  }

  /** Calls the API as the owner at the dashboard, in a sub account of its own, so that specs do not disturb each other. */
  as(sub: number, principal: Partial<Principal> = {}): Caller {
    const user = { key_id: null, user_id: 9, names: NAMES, session: sessionOf(OWN_SESSION) };
    return this.own.world.as({ sub_account_id: sub, ...user, ...principal });
  }

  /** Calls the API with a key. */
  asKey(sub: number, principal: Partial<Principal> = {}): Caller {
    return this.own.world.as({ sub_account_id: sub, names: KEY_NAMES, ...principal });
  }

  authorize(caller: Caller, body: object): Promise<HttpResult> {
    return caller.post('channels', `${CHANNELS}/authorize_url`, { body });
  }

  /** Begins a sign-in and consents as the user. */
  async signIn(caller: Caller, account: string, body: object = { type: 'google_business' }) {
    const { status, body: begun } = await this.authorize(caller, body);
    if (status !== 200) throw new Error(`Could not begin: ${JSON.stringify(begun)}`);
    return {
      connectionId: begun.connection_id as number,
      query: this.platform.consent(begun.authorize_url as string, account) as CallbackQuery,
    };
  }

  /** Follows the redirect of the platform, in the browser of the owner unless `session` names another one. */
  callback(query: CallbackQuery, type = 'google_business', session?: string | null): Promise<HttpResult> {
    return this.browser(session).get('channels', `/oauth/callback/${type}`, { query });
  }

  /** Chooses locations in the form of the page. */
  choose(token: string, locations: readonly string[], options?: BrowserOptions): Promise<HttpResult> {
    return this.press(token, 'connect', { ...options, locations });
  }

  /** Presses a button of the page. */
  press(
    token: string,
    action: string,
    {
      type = 'google_business',
      session,
      origin = OWN_ORIGIN,
      locations = [],
    }: BrowserOptions & { locations?: readonly string[] } = {},
  ): Promise<HttpResult> {
    const form = new URLSearchParams({ token, action });
    for (const id of locations) form.append('location', id);
    return this.browser(session).post('channels', `/oauth/callback/${type}`, {
      body: form.toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(origin === null ? {} : { origin }),
      },
    });
  }

  connection(caller: Caller, id: number): Promise<HttpResult> {
    return caller.get('channels', `${CHANNELS}/connections/${id}`);
  }

  async channels(caller: Caller) {
    return (await caller.get('channels', `${CHANNELS}/get?limit=50`)).body.items as {
      id: number;
      name: string;
      stores: string | null;
    }[];
  }

  /** Sends requests as the gateway passes on those of a browser. */
  private browser(session: string | null = OWN_SESSION): Caller {
    const signedIn = session === null ? {} : { session: sessionOf(session) };
    return this.own.world.as(buildPublicPrincipal(signedIn));
  }
}

function sessionOf(ref: string): PrincipalSession {
  return { ref, by_link: false, has_proof: false };
}

/** Returns the token in the form of a page. */
export function tokenIn(page: HttpResult): string {
  return /name="token" value="([^"]+)"/.exec(String(page.body))?.[1] ?? '';
}
