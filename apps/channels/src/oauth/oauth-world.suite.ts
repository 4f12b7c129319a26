import type { Principal } from '@plaudit/contracts';
import { buildPublicPrincipal, type Caller, type HttpResult } from '@plaudit/testing';
import { CHANNELS, ChannelsWorld } from '../channels-world.suite';
import { OAuthStandIn } from './oauth-stand-in.suite';

/** What the platform sends to the callback URL. */
type CallbackQuery = Record<string, string | undefined>;

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

  /** Calls the API for a sub account of its own, so that specs do not disturb each other. */
  as(sub: number, principal: Partial<Principal> = {}): Caller {
    return this.own.world.as({ sub_account_id: sub, ...principal });
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

  /** Follows the redirect of the platform, without a key. */
  callback(query: CallbackQuery, type = 'google_business'): Promise<HttpResult> {
    return this.public().get('channels', `/oauth/callback/${type}`, { query });
  }

  /** Sends the form of the page. */
  choose(token: string, locations: readonly string[], type = 'google_business'): Promise<HttpResult> {
    const form = new URLSearchParams({ token });
    for (const id of locations) form.append('location', id);
    return this.public().post('channels', `/oauth/callback/${type}`, {
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
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

  private public(): Caller {
    return this.own.world.as(buildPublicPrincipal());
  }
}

/** Returns the token in the form of a page. */
export function tokenIn(page: HttpResult): string {
  return /name="token" value="([^"]+)"/.exec(String(page.body))?.[1] ?? '';
}
