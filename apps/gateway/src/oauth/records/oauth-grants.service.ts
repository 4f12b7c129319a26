import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import type { AdapterPayload } from 'oidc-provider';
import { AppEndingsService } from '../../apps/app-endings.service';
import { refusalOfApp } from '../../apps/app-policy';
import { AppsRepository } from '../../apps/apps.repository';
import { GatewayEnv } from '../../gateway.env';
import { errors, Provider } from '../protocol/oidc-library';
import { ServerUrls } from '../protocol/server-urls';

const MS_PER_S = 1_000;
/** oidc-provider needs an end. Access without one ends when a person ends it. */
const ENDLESS_S = 100 * 365 * 86_400;

/** Shows the authorization server the access of apps, which is stored as keys. */
@Injectable()
export class OAuthGrantsService {
  private readonly urls: ServerUrls;

  constructor(
    env: GatewayEnv,
    private readonly apps: AppsRepository,
    private readonly endings: AppEndingsService,
    private readonly clock: Clock,
  ) {
    this.urls = new ServerUrls(env.PUBLIC_URL);
  }

  /** Returns an access that lasts, or null. */
  async find(grantId: string): Promise<AdapterPayload | null> {
    const app = await this.apps.findByGrant(grantId);
    const now = this.clock.now();
    if (!app || (app.expires_on && app.expires_on <= now)) return null;
    const scope = app.scopes.join(' ');
    const iat = seconds(app.created_on);
    return {
      kind: 'Grant',
      jti: grantId,
      accountId: String(app.user_id),
      clientId: app.oauth_client_id,
      resources: Object.fromEntries(this.urls.resources.map((resource) => [resource, scope])),
      iat,
      exp: app.expires_on ? seconds(app.expires_on) : iat + ENDLESS_S,
    };
  }

  /** Ends an access because the app gave it up, or because a code or token was used twice. */
  async end(grantId: string): Promise<void> {
    const isGivenUp = Provider.ctx?.oidc.route === 'revocation';
    await this.endings.endGrant(grantId, isGivenUp ? 'given_up_by_app' : 'token_reused');
  }

  /**
   * Throws `access_denied` while the account does not allow the app. Call it before a code or refresh token is used up, so that
   * the app keeps it and works again when the account allows it.
   */
  async assertAllowed(grantId: string): Promise<void> {
    const app = await this.apps.findByGrant(grantId);
    if (!app) return;
    const policy = await this.apps.findPolicy(app.account_id);
    const identity = {
      clientId: app.oauth_client_id,
      registered: app.oauth_registered,
      host: app.oauth_host,
    };
    if (policy?.api_enabled && refusalOfApp(policy, identity) === null) return;
    throw new errors.AccessDenied('The account does not allow this app at present.');
  }
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / MS_PER_S);
}
