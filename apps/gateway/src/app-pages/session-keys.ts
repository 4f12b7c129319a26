import { Injectable } from '@nestjs/common';
import { ApiError, notFound } from '@plaudit/contracts';
import { type Actor, reaches } from '../accounts/actor';
import { SubAccountsRepository, type SubAccountRow } from '../sub-accounts/sub-accounts.repository';
import { toKey } from '../keys/key-record';
import { KeysService, type NewKeyInput } from '../keys/keys.service';
import type { Session } from '../sign-in/session';
import type { KeysPage } from './keys-page';
import { actorsOf, managesKeys } from './signed-in-user';

/** API keys as a signed-in admin manages them: by the rules of the API, with the user as the one who acts. */
@Injectable()
export class SessionKeys {
  constructor(
    private readonly keys: KeysService,
    private readonly subAccounts: SubAccountsRepository,
  ) {}

  async overview(session: Session): Promise<KeysPage> {
    const { email } = session;
    if (!managesKeys(session)) return { email, keys: null, subAccounts: [] };
    const places = await this.subAccounts.list(session.account_id, null);
    const actors = actorsIn(session, places);
    if (actors.length === 0) return { email, keys: null, subAccounts: [] };
    const lists = await Promise.all(actors.map((actor) => this.keys.list(actor)));
    return {
      email,
      keys: lists.flat().map(toKey),
      subAccounts: places.filter(({ id }) => actors.some((actor) => reaches(actor, [id]))),
    };
  }

  /** Returns the key itself, this once. */
  async add(session: Session, input: NewKeyInput): Promise<string> {
    const actors = await this.actors(session);
    const actor = actors.find(({ main, subAccountId }) => main || subAccountId === input.sub_account_id);
    if (!actor) throw notFound('sub account', input.sub_account_id ?? 0);
    return (await this.keys.add(actor, input)).secret;
  }

  async delete(session: Session, id: number): Promise<void> {
    for (const actor of await this.actors(session)) {
      const reached = (await this.keys.list(actor)).some((key) => key.id === id);
      if (reached) return this.keys.delete(actor, id);
    }
    throw notFound('key', id);
  }

  private async actors(session: Session): Promise<Actor[]> {
    if (managesKeys(session)) {
      return actorsIn(session, await this.subAccounts.list(session.account_id, null));
    }
    throw new ApiError('forbidden', 'API keys are managed by the administrators of the account.', {
      required: 'account:manage',
    });
  }
}

function actorsIn(session: Session, places: readonly SubAccountRow[]): Actor[] {
  return actorsOf(session, places.find(({ main }) => main)!.id);
}
