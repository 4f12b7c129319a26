import { Injectable } from '@nestjs/common';
import {
  type AccessReducedPayload,
  type DomainEvent,
  makerOf,
  notFound,
  type Principal,
  type Tenant,
  wireDate,
} from '@plaudit/contracts';
import { assertMakerStands, Database, noteAccessReduction, type Tx } from '@plaudit/database';
import { placeIn, Randomness, type SealedColumn, Secrets } from '@plaudit/runtime';
import type { OAuthLocation } from '../platforms/oauth-flow';
import { getPlatform } from '../platforms/registry';
import type { ConnectionStatus, OAuthConnectionEntity } from './oauth-connection.entity';
import { type NewConnection, OAuthConnectionsRepository } from './oauth-connections.repository';
import type { OAuthConnectionResponse } from './oauth.responses';
import { hashOf, isSigned, signedToken, verifierOf } from './signed-token';
import type { OAuthTokens } from './tokens/oauth-tokens';

export const OAUTH_ACCESS: SealedColumn = {
  schema: 'channels',
  table: 'oauth_connections',
  column: 'access',
  key: 'id',
};

const MAKER_ENDED =
  'The user or API key that requested this sign-in was removed, or may no longer use this sub account; request a new URL.';

/** The code of a sign-in, which the platform redeems once. */
export interface SignInCode {
  code: string;
  verifier: string;
}

/** What a user has granted, until a channel is connected with it. */
export interface GrantedAccess {
  tokens: OAuthTokens;
  locations: OAuthLocation[];
  /** What would be connected. Absent if the user chooses among the locations. */
  profile?: Pick<OAuthLocation, 'name' | 'address'>;
}

/** A connection whose user has signed in. */
export interface SignedIn {
  connection: OAuthConnectionEntity;
  verifier: string;
}

/** `receiver` shows who would get the channel, before the code is redeemed. `profiles` shows what would be connected. */
export type PageName = 'receiver' | 'profiles';

/** Keeps the connections that are made by signing in, with the tokens that protect their pages. */
@Injectable()
export class OAuthConnectionsService {
  private readonly stateKey: Buffer;
  /** A token of one page is no token of the other. */
  private readonly pageKeys: Readonly<Record<PageName, Buffer>>;
  private readonly verifierKey: Buffer;

  constructor(
    private readonly database: Database,
    private readonly connections: OAuthConnectionsRepository,
    private readonly secrets: Secrets,
    private readonly randomness: Randomness,
  ) {
    this.stateKey = secrets.derive('oauth-state');
    this.pageKeys = { receiver: secrets.derive('oauth-receiver'), profiles: secrets.derive('oauth-choice') };
    this.verifierKey = secrets.derive('oauth-verifier');
  }

  /** Returns a new `state` parameter and the code verifier that belongs to it. */
  newState(): { state: string; verifier: string } {
    const state = signedToken(this.stateKey, (count) => this.randomness.bytes(count));
    return { state, verifier: verifierOf(this.verifierKey, state) };
  }

  /**
   * Stores a connection for its caller. Returns null if the sub account has too many open ones. Throws 401 if the caller was
   * removed, or lost the sub account, a short time ago.
   */
  open(
    principal: Principal,
    connection: Omit<NewConnection, 'account_id' | 'sub_account_id' | 'limits' | 'session_ref' | 'asked_by'>,
  ): Promise<Pick<OAuthConnectionEntity, 'id' | 'expires_on'> | null> {
    const { account_id, sub_account_id, limits, session, names } = principal;
    const { type, id } = makerOf(principal);
    return this.database.transaction(async (tx) => {
      await assertMakerStands(tx, { type, id }, sub_account_id);
      return this.connections.insert(tx, {
        ...connection,
        account_id,
        sub_account_id,
        limits,
        session_ref: session?.ref ?? null,
        asked_by: names ? { type, id, ...names } : null,
      });
    });
  }

  /** Ends the connections of a removed key or user, and those in sub accounts that it lost. Deletes their tokens. */
  async applyReduction(tx: Tx, { accountid, data }: DomainEvent<AccessReducedPayload>): Promise<void> {
    const { maker_type: type, maker_id: id, removed, sub_accounts: subAccounts } = data;
    await noteAccessReduction(tx, { type, id, removed, subAccounts });
    if (!removed && subAccounts.length === 0) return;
    const kept = removed ? [] : subAccounts;
    await this.connections.failMadeBy(tx, accountid, { type, id, kept, msg: MAKER_ENDED });
  }

  /**
   * Uses up a state. The connection keeps its session only if it is that of the browser. Returns null unless we made the
   * state for this platform, and it is neither used nor expired.
   */
  async claim(type: string, state: unknown, session: string | null): Promise<SignedIn | null> {
    if (!isSigned(this.stateKey, state)) return null;
    const connection = await this.connections.claimState(type, hashOf(state), session);
    return connection && { connection, verifier: verifierOf(this.verifierKey, state) };
  }

  /** Keeps the code encrypted until the person at the browser has confirmed who gets the channel. Returns the token of the page. */
  async ask(connection: OAuthConnectionEntity, code: SignInCode): Promise<string> {
    return this.show('receiver', connection, { status: 'waiting', content: code });
  }

  /**
   * Keeps the access encrypted until the user has chosen or confirmed. Returns the token of the page. Clients may choose if
   * the session that began has signed in.
   */
  async offer(connection: OAuthConnectionEntity, access: GrantedAccess): Promise<string> {
    const status = connection.session_ref === null ? 'waiting' : 'choosing';
    return this.show('profiles', connection, { status, content: access });
  }

  private async show(
    page: PageName,
    { id }: OAuthConnectionEntity,
    { status, content }: { status: ConnectionStatus; content: SignInCode | GrantedAccess },
  ): Promise<string> {
    const token = signedToken(this.pageKeys[page], (count) => this.randomness.bytes(count));
    const access = this.secrets.encrypt(JSON.stringify(content), placeIn(OAUTH_ACCESS, id));
    await this.connections.show(id, { status, access, choice_hash: hashOf(token) });
    return token;
  }

  /** Returns the connection of a page and which page it is. Returns null unless we made its token, and the page has not ended. */
  async onPage(
    type: string,
    token: string,
  ): Promise<{ connection: OAuthConnectionEntity; page: PageName } | null> {
    const page = (['receiver', 'profiles'] as const).find((name) => isSigned(this.pageKeys[name], token));
    const connection = page && (await this.connections.findByPage(type, hashOf(token)));
    return connection ? { connection, page } : null;
  }

  /** Ends the page that asks who gets the channel. Returns its code, or null if another request was faster. */
  async takeCode(connection: OAuthConnectionEntity): Promise<SignInCode | null> {
    return (await this.connections.leavePage(connection)) ? this.decrypted<SignInCode>(connection) : null;
  }

  accessOf(connection: OAuthConnectionEntity): GrantedAccess {
    return this.decrypted<GrantedAccess>(connection);
  }

  private decrypted<Content>({ id, access }: OAuthConnectionEntity): Content {
    if (access === null) throw new Error(`Connection ${id} has neither a code nor tokens`);
    return JSON.parse(this.secrets.decrypt(access, placeIn(OAUTH_ACCESS, id))) as Content;
  }

  /** Lets clients of the sub account choose among the locations. */
  async share(connection: OAuthConnectionEntity): Promise<void> {
    await this.connections.share(connection);
  }

  /** Ends a connection and deletes its tokens. Throws 404 if it has ended already, so that it makes one channel at most. */
  async finish(tx: Tx, id: number, channelId: number): Promise<void> {
    if (!(await this.connections.finish(tx, id, channelId))) throw notFound('open connection', id);
  }

  /** Ends a connection that failed, and deletes its tokens. */
  async fail({ id }: OAuthConnectionEntity, msg: string): Promise<void> {
    await this.connections.fail(id, msg);
  }

  /** Throws 404 if the connection does not exist, has expired or belongs to another sub account. */
  async get(tenant: Tenant, id: number): Promise<OAuthConnectionEntity> {
    const connection = await this.connections.find(tenant, id);
    if (!connection) throw notFound('connection', id);
    return connection;
  }

  async describe(principal: Principal, id: number): Promise<OAuthConnectionResponse> {
    const connection = await this.get(principal, id);
    const { type, status, channel_id, error_msg, expires_on } = connection;
    const { label } = getPlatform(type).meta;
    const locations = status === 'choosing' ? this.accessOf(connection).locations : [];
    return { id, type, label, status, locations, channel_id, error_msg, expires_on: wireDate(expires_on) };
  }
}
