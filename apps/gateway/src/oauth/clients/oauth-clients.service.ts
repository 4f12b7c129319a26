import { Injectable } from '@nestjs/common';
import { Clock, placeIn, type SealedColumn, Secrets } from '@plaudit/runtime';
import type { AppRegistration } from '../../keys/key.entity';
import type { ClientMetadata } from './client-metadata';
import { OAuthClientsRepository } from './oauth-clients.repository';

export const CLIENT_SECRET: SealedColumn = {
  schema: 'gateway',
  table: 'oauth_clients',
  column: 'secret_enc',
  key: 'id',
};

const HOUR_MS = 3_600_000;
/** An app asks for access right after it registered. */
const UNUSED_MS = 24 * HOUR_MS;
/** Clients that no person uses. A flood of registrations replaces the oldest of them, and so never refuses others. */
const MAX_UNUSED = 10_000;
/** A document whose server does not answer is used for this much longer, so that apps in use keep working. */
const STALE_MS = 7 * 24 * HOUR_MS;

/** The metadata of a client in the form that oidc-provider reads, with the secret of a confidential one. */
export type StoredClient = Record<string, unknown>;

/** A document with the time until which it counts. */
export interface KnownDocument {
  metadata: StoredClient;
  isFresh: boolean;
}

/** Stores the apps that registered themselves, and the metadata documents of others. */
@Injectable()
export class OAuthClientsService {
  constructor(
    private readonly repository: OAuthClientsRepository,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** Returns a client that is registered, or a document that is fresh. */
  async find(id: string): Promise<StoredClient | null> {
    const row = await this.repository.find(id);
    if (!row) return null;
    const { metadata, secret_enc, registered, expires_on, granted_on } = row;
    const isOver = expires_on !== null && expires_on <= this.clock.now();
    if (isOver && (registered === 'document' || granted_on === null)) return null;
    if (secret_enc === null) return metadata;
    return { ...metadata, client_secret: this.secrets.decrypt(secret_enc, placeIn(CLIENT_SECRET, id)) };
  }

  /** Tells how a client was registered. Null if it is not known. */
  async registrationOf(id: string): Promise<AppRegistration | null> {
    return (await this.repository.find(id))?.registered ?? null;
  }

  /** Returns a document that was read before, unless that is too long ago. */
  async findDocument(id: string): Promise<KnownDocument | null> {
    const row = await this.repository.find(id);
    if (row?.registered !== 'document' || row.expires_on === null) return null;
    const age = this.clock.now().getTime() - row.expires_on.getTime();
    return age > STALE_MS ? null : { metadata: row.metadata, isFresh: age < 0 };
  }

  async saveDocument(id: string, metadata: ClientMetadata, maxAgeMs: number): Promise<void> {
    const expires_on = new Date(this.clock.now().getTime() + maxAgeMs);
    const row = {
      id,
      registered: 'document' as const,
      metadata: { ...metadata },
      secret_enc: null,
      expires_on,
    };
    await this.repository.save(row);
    await this.repository.deleteUnusedBeyond(MAX_UNUSED, this.clock.now());
  }

  /** Stores a client that registered itself. It is deleted after a day if no person uses it. */
  async register(id: string, client: StoredClient): Promise<void> {
    await this.add(id, client, 'dynamic', new Date(this.clock.now().getTime() + UNUSED_MS));
    await this.repository.deleteUnusedBeyond(MAX_UNUSED, this.clock.now());
  }

  /** Stores a client of the operator, which stays until the operator deletes it. */
  async addPermanent(id: string, client: StoredClient): Promise<void> {
    await this.add(id, client, 'operator', null);
  }

  async markGranted(id: string): Promise<void> {
    await this.repository.markGranted(id, this.clock.now());
  }

  private async add(
    id: string,
    { client_secret: secret, ...metadata }: StoredClient,
    registered: AppRegistration,
    expires_on: Date | null,
  ): Promise<void> {
    const secret_enc =
      typeof secret === 'string' ? this.secrets.encrypt(secret, placeIn(CLIENT_SECRET, id)) : null;
    await this.repository.save({ id, registered, metadata, secret_enc, expires_on });
  }
}
