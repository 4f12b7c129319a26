import { Injectable } from '@nestjs/common';
import { ApiError, notFound } from '@plaudit/contracts';
import { unrepeated } from '@plaudit/database';
import { readListPage } from '@plaudit/runtime';
import { type Actor, reaches } from '../accounts/actor';
import { toKeyResponse } from '../keys/key-record';
import { KeysRepository } from '../keys/keys.repository';
import { KeysService, type NewKeyInput } from '../keys/keys.service';
import type { ProofInput } from '../own-sign-in/proof.dto';
import { ReauthenticationService } from '../own-sign-in/reauthentication.service';
import type { Session } from '../sessions/session';
import { withProof } from '../sessions/session-actor';
import type { SignedInRequest } from '../sessions/session-requests.service';
import type { SubAccountListQuery } from '../sub-accounts/sub-accounts.dto';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import type { KeysPage } from './keys-page';
import { actorsOf, managesKeys, type SignedInVisitor } from './signed-in-user';

/** Keys and sub accounts on one page. */
const PAGE_SIZE = 100;

/** Lets a signed-in admin manage API keys by the rules of the API. The audit log names the user as the actor. */
@Injectable()
export class SessionKeysService {
  constructor(
    private readonly keys: KeysService,
    private readonly keyRows: KeysRepository,
    private readonly subAccounts: SubAccountsRepository,
    private readonly reauthentication: ReauthenticationService,
  ) {}

  /** Returns one page of the keys that the user manages, and the first sub accounts whose name contains `q`. */
  async overview(session: SignedInVisitor, { cursor, q = '' }: SubAccountListQuery): Promise<KeysPage> {
    const { account_id: accountId } = session;
    const managed = managesKeys(session) ? await this.managedSubAccounts(session) : [];
    if (managed?.length === 0) return { visitor: session, keys: null };
    const page = { limit: PAGE_SIZE, afterId: Number(cursor ?? 0) };
    const [keys, choices] = await Promise.all([
      readListPage(page, (rows) => this.keyRows.list(accountId, managed, page.afterId, rows)),
      this.subAccounts.list(accountId, managed, { name: q, afterId: 0, rows: PAGE_SIZE + 1 }),
    ]);
    const owners = [...new Set(keys.items.map(({ sub_account_id: id }) => id))];
    return {
      visitor: session,
      // An admin of single sub accounts may not know the users who made the keys.
      keys: keys.items.map((key) => toKeyResponse(managed ? { ...key, created_by_name: null } : key)),
      cursor: page.afterId,
      nextCursor: keys.nextCursor,
      owners: await this.subAccounts.list(accountId, owners, { afterId: 0, rows: PAGE_SIZE }),
      subAccounts: choices.slice(0, PAGE_SIZE),
      search: choices.length > PAGE_SIZE || q !== '' ? q : null,
    };
  }

  /**
   * Returns the key itself, which is not stored. A key of an admin or with account management needs the proof, because it
   * stays valid when a stolen session has ended.
   */
  async add(signedIn: SignedInRequest, input: NewKeyInput, proof: ProofInput): Promise<string> {
    const actors = await this.actors(signedIn.session);
    const actor = actors.find(({ main, subAccountId }) => main || subAccountId === input.sub_account_id);
    if (!actor) throw notFound('sub account', input.sub_account_id ?? 0, { main: true });
    if (input.role !== 'admin' && !input.account_management) {
      return (await this.keys.add(actor, input, unrepeated())).secret;
    }
    await this.reauthentication.assertProof(signedIn, proof);
    return (await this.keys.add(withProof(actor), input, unrepeated())).secret;
  }

  async delete(session: Session, id: number): Promise<void> {
    const owner = await this.keyRows.findSubAccount(session.account_id, id);
    const actor = (await this.actors(session)).find((one) => owner !== null && reaches(one, [owner]));
    if (actor) return this.keys.delete(actor, id);
    throw notFound('key', id, { main: true });
  }

  private async actors(session: Session): Promise<Actor[]> {
    if (managesKeys(session)) return actorsOf(session, await this.mainOf(session));
    throw new ApiError('forbidden', 'Only administrators of the account can manage API keys.', {
      required: 'account:manage',
    });
  }

  /** Returns the ids of the sub accounts whose keys an admin manages, or null for the whole account. */
  private async managedSubAccounts(session: Session): Promise<number[] | null> {
    const actors = actorsOf(session, await this.mainOf(session));
    return actors.some(({ main }) => main) ? null : actors.map(({ subAccountId }) => subAccountId);
  }

  private async mainOf({ account_id: accountId }: Session): Promise<number> {
    const main = await this.subAccounts.findMain(accountId);
    if (main === null) throw new Error(`account ${accountId} has no main sub account`);
    return main;
  }
}
