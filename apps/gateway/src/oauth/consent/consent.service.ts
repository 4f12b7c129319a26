import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Clock, Randomness } from '@plaudit/runtime';
import { type Actor, actorOf } from '../../accounts/actor';
import { AppsService } from '../../apps/apps.service';
import { EnteredSessionReadModel } from '../../session-api/entered-session.read-model';
import { principalOf } from '../../session-api/session-principal';
import { provedUntil, type Session } from '../../sessions/session';
import { actorSessionOf } from '../../sessions/session-actor';
import { generateToken } from '../../sign-in/sign-in-token';
import { type AccessRequest, AccessRequestsService } from './access-requests.service';
import type { ConsentInput } from './consent.dto';
import { assertRequested, endAfter } from './consent-offer';

const CONFLICT = 409;

/** Gives apps the access that signed-in users agree to. */
@Injectable()
export class ConsentService {
  constructor(
    private readonly accesses: AccessRequestsService,
    private readonly apps: AppsService,
    private readonly entered: EnteredSessionReadModel,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {}

  /**
   * Connects the app with the rights that the user chose, and returns where the browser goes on. Throws 403 if the user lacks a
   * right, must send the password again, or if the account does not allow the app, 404 for a sub account that the user
   * may not enter, and 409 if the page showed another user.
   */
  async approve(session: Session, access: AccessRequest, input: ConsentInput): Promise<string> {
    const { sub_account_id, scopes, days } = input;
    if (input.user_id !== session.user_id) throw otherUser();
    assertRequested(scopes, access.requested);
    const actor = await this.actorIn(session, sub_account_id);
    const { app } = access;
    const grantId = generateToken((count) => this.randomness.bytes(count));
    const granted = [...new Set(scopes)];
    const wanted = {
      name: app.name,
      sub_account_id,
      scopes: granted,
      account_management: granted.includes('account:manage'),
      expires_on: endAfter(days, this.clock.now()),
      oauth_grant_id: grantId,
      oauth_client_id: app.clientId,
      oauth_registered: app.registered,
      oauth_host: app.host,
    };
    await this.apps.connect(actor, wanted, (tx) => this.accesses.claim(tx, access));
    return this.accesses.approve(access, { grantId, userId: session.user_id, scopes: granted });
  }

  /** A user of single sub accounts gives no access to the main one, because its keys act for the whole account. */
  private async actorIn(session: Session, subAccountId: number): Promise<Actor> {
    const found = await this.entered.find(session.hash, subAccountId);
    const hasProof = provedUntil(session, this.clock.now()) !== null;
    const principal = found?.entered && principalOf(found, found.entered, hasProof);
    if (!principal || (found?.entered?.main && !principal.main)) throw noSuchSubAccount();
    return actorOf(principal, actorSessionOf(session, hasProof));
  }
}

function otherUser(): ApiError {
  const msg =
    'user_id must be the id of the signed-in user. Another person signed in after the page was opened; load the request again.';
  return new ApiError('invalid_value', msg, { field: 'user_id' }, CONFLICT);
}

function noSuchSubAccount(): ApiError {
  const msg = 'sub_account_id names no sub account in which you can connect an app; choose another one.';
  return new ApiError('not_found', msg, { field: 'sub_account_id' });
}
