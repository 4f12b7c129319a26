import { Injectable } from '@nestjs/common';
import { notFound, type Principal, type Tenant, wireDate } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { placeIn, Randomness, type SealedColumn, Secrets } from '@plaudit/runtime';
import type { OAuthLocation } from '../platforms/oauth-flow';
import { getPlatform } from '../platforms/registry';
import type { OAuthConnectionEntity } from './oauth-connection.entity';
import { OAuthConnectionsRepository } from './oauth-connections.repository';
import type { OAuthConnectionResponse } from './oauth.responses';
import { hashOf, isSigned, signedToken, verifierOf } from './signed-token';
import type { OAuthTokens } from './tokens/oauth-tokens';

export const OAUTH_ACCESS: SealedColumn = {
  schema: 'channels',
  table: 'oauth_connections',
  column: 'access',
  key: 'id',
};

/** What a user has granted, until a channel is connected with it. */
export interface GrantedAccess {
  tokens: OAuthTokens;
  /** The locations to choose from. */
  locations: OAuthLocation[];
}

/** A connection whose user has signed in. */
export interface SignedIn {
  connection: OAuthConnectionEntity;
  verifier: string;
}

/** Keeps the connections that are made by signing in, with the tokens that protect their pages. */
@Injectable()
export class OAuthConnectionsService {
  private readonly stateKey: Buffer;
  private readonly choiceKey: Buffer;
  private readonly verifierKey: Buffer;

  constructor(
    private readonly connections: OAuthConnectionsRepository,
    private readonly secrets: Secrets,
    private readonly randomness: Randomness,
  ) {
    this.stateKey = secrets.derive('oauth-state');
    this.choiceKey = secrets.derive('oauth-choice');
    this.verifierKey = secrets.derive('oauth-verifier');
  }

  /** Returns a new `state` parameter and the code verifier that belongs to it. */
  newState(): { state: string; verifier: string } {
    const state = signedToken(this.stateKey, (count) => this.randomness.bytes(count));
    return { state, verifier: verifierOf(this.verifierKey, state) };
  }

  /** Uses up a state. Returns null unless we made it for this platform, and it is neither used nor expired. */
  async claim(type: string, state: unknown): Promise<SignedIn | null> {
    if (!isSigned(this.stateKey, state)) return null;
    const connection = await this.connections.claimState(type, hashOf(state));
    return connection && { connection, verifier: verifierOf(this.verifierKey, state) };
  }

  /** Keeps the access encrypted until the user has chosen. Returns the token of the form. */
  async offer({ id }: OAuthConnectionEntity, access: GrantedAccess): Promise<string> {
    const token = signedToken(this.choiceKey, (count) => this.randomness.bytes(count));
    const encrypted = this.secrets.encrypt(JSON.stringify(access), placeIn(OAUTH_ACCESS, id));
    await this.connections.offer(id, encrypted, hashOf(token));
    return token;
  }

  /** Returns the connection of a form. Returns null unless we made its token, and the choice is still open. */
  async choosing(type: string, token: unknown): Promise<OAuthConnectionEntity | null> {
    return isSigned(this.choiceKey, token) ? this.connections.findByChoice(type, hashOf(token)) : null;
  }

  accessOf({ id, access }: OAuthConnectionEntity): GrantedAccess {
    if (access === null) throw new Error(`Connection ${id} has no tokens`);
    return JSON.parse(this.secrets.decrypt(access, placeIn(OAUTH_ACCESS, id))) as GrantedAccess;
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
