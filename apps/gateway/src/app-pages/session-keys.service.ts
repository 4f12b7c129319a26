import { Injectable } from '@nestjs/common';
import { ApiError, notFound } from '@plaudit/contracts';
import { type Actor, reaches } from '../accounts/actor';
import { SubAccountsRepository, type SubAccountRow } from '../sub-accounts/sub-accounts.repository';
import { toKeyResponse } from '../keys/key-record';
import { KeysService, type NewKeyInput } from '../keys/keys.service';
import type { ProofInput } from '../own-sign-in/proof.dto';
import { ReauthenticationService } from '../own-sign-in/reauthentication.service';
import type { Session } from '../sessions/session';
import type { SignedInRequest } from '../sessions/session-requests.service';
import type { KeysPage } from './keys-page';
import { actorsOf, managesKeys } from './signed-in-user';

/** Lets a signed-in admin manage API keys by the rules of the API. The audit log names the user as the actor. */
@Injectable()
export class SessionKeysService {
  constructor(
    private readonly keys: KeysService,
    private readonly subAccounts: SubAccountsRepository,
    private readonly reauthentication: ReauthenticationService,
  ) {}

  async overview(session: Session): Promise<KeysPage> {
    if (!managesKeys(session)) return { visitor: session, keys: null, subAccounts: [] };
    const subAccounts = await this.subAccounts.list(session.account_id, null);
    const actors = actorsIn(session, subAccounts);
    if (actors.length === 0) return { visitor: session, keys: null, subAccounts: [] };
    const lists = await Promise.all(actors.map((actor) => this.keys.list(actor)));
    return {
      visitor: session,
      keys: lists.flat().map(toKeyResponse),
      subAccounts: subAccounts.filter(({ id }) => actors.some((actor) => reaches(actor, [id]))),
    };
  }

  /**
   * Returns the key itself, which is not stored. A key of an admin or with account management needs the proof, because it
   * stays valid when a stolen session has ended.
   */
  async add(signedIn: SignedInRequest, input: NewKeyInput, proof: ProofInput): Promise<string> {
    const actors = await this.actors(signedIn.session);
    const actor = actors.find(({ main, subAccountId }) => main || subAccountId === input.sub_account_id);
    if (!actor) throw notFound('sub account', input.sub_account_id ?? 0);
    if (input.role === 'admin' || input.account_management) {
      await this.reauthentication.assertProof(signedIn, proof);
    }
    return (await this.keys.add(actor, input)).secret;
  }

  async delete(session: Session, id: number): Promise<void> {
    for (const actor of await this.actors(session)) {
      const isListed = (await this.keys.list(actor)).some((key) => key.id === id);
      if (isListed) return this.keys.delete(actor, id);
    }
    throw notFound('key', id);
  }

  private async actors(session: Session): Promise<Actor[]> {
    if (managesKeys(session)) {
      return actorsIn(session, await this.subAccounts.list(session.account_id, null));
    }
    throw new ApiError('forbidden', 'Only administrators of the account can manage API keys.', {
      required: 'account:manage',
    });
  }
}

function actorsIn(session: Session, subAccounts: readonly SubAccountRow[]): Actor[] {
  return actorsOf(session, subAccounts.find(({ main }) => main)!.id);
}
