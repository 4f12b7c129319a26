import { Injectable } from '@nestjs/common';
import { effectiveScopes, type KeyScope, wireDate } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { type AppRefusal, refusalOfApp } from '../../apps/app-policy';
import type { AppRegistration } from '../../keys/key.entity';
import { provedUntil, type Session } from '../../sessions/session';
import { sessionEnded } from '../../sessions/session-errors';
import type { AccessRequest } from './access-requests.service';
import { type Duration, durationsUntil, scopeOffer } from './consent-offer';
import { type ConnectableSubAccount, ConsentOffersReadModel } from './consent-offers.read-model';

/** Response of GET /app/authorize/{uid}/request. */
export interface ConsentOffer {
  app: {
    client_id: string;
    name: string;
    /** The host of the metadata document, or the host that codes are sent to. */
    host: string;
    uri: string | null;
    logo: string | null;
    /** Names and logos are what the app says about itself. Nobody checks them. */
    is_verified: false;
    registered: AppRegistration;
    /** The host, or the scheme with a colon, that the code of this request is sent to. */
    redirect_host: string;
  };
  requested_scopes: KeyScope[];
  preselected_scopes: KeyScope[];
  grantable_scopes: KeyScope[];
  companies: { account_id: number; company_name: string; sub_accounts: ConnectableSubAccount[] }[];
  user: { id: number; name: string | null; email: string };
  durations: Duration[];
  needs_proof: boolean;
  policy: { allowed: boolean; reason: AppRefusal | null };
  expires_on: string;
}

/** Describes a request for access to the signed-in user who decides about it. */
@Injectable()
export class ConsentOffersService {
  constructor(
    private readonly facts: ConsentOffersReadModel,
    private readonly clock: Clock,
  ) {}

  /** Throws 401 if the user was deleted meanwhile. */
  async describe(session: Session, access: AccessRequest): Promise<ConsentOffer> {
    const facts = await this.facts.find(session);
    if (!facts) throw sessionEnded();
    const { app, requested, redirectHost, expiresOn } = access;
    const now = this.clock.now();
    const offer = scopeOffer(requested, effectiveScopes(session.role, session.role === 'admin', []));
    const reason = refusalOfApp(facts, app);
    return {
      app: {
        client_id: app.clientId,
        name: app.name,
        host: app.host,
        uri: app.uri,
        logo: app.logo,
        is_verified: false,
        registered: app.registered,
        redirect_host: redirectHost,
      },
      requested_scopes: offer.requested,
      preselected_scopes: offer.preselected,
      grantable_scopes: offer.grantable,
      companies: [
        {
          account_id: session.account_id,
          company_name: facts.company_name,
          sub_accounts: facts.sub_accounts,
        },
      ],
      user: { id: session.user_id, name: facts.user_name, email: session.email },
      durations: durationsUntil(facts.end, now),
      needs_proof: provedUntil(session, now) === null,
      policy: { allowed: reason === null, reason },
      expires_on: wireDate(expiresOn),
    };
  }
}
