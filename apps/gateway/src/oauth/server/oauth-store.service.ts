import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { GatewayEnv } from '../../gateway.env';
import { OAuthClientsService } from '../clients/oauth-clients.service';
import { errors } from '../protocol/oidc-library';
import { ServerUrls } from '../protocol/server-urls';
import { OAuthGrantsService } from '../records/oauth-grants.service';
import { OAuthRecordsRepository } from '../records/oauth-records.repository';

const MS_PER_S = 1_000;
/** Requests that wait for people. A flood of requests replaces the oldest of them, and so never refuses others. */
const MAX_REQUESTS = 20_000;

/** What the adapters store in. */
@Injectable()
export class OAuthStoreService {
  readonly urls: ServerUrls;

  constructor(
    env: GatewayEnv,
    readonly clients: OAuthClientsService,
    readonly records: OAuthRecordsRepository,
    readonly grants: OAuthGrantsService,
    readonly clock: Clock,
  ) {
    this.urls = new ServerUrls(env.PUBLIC_URL);
  }

  /** Returns the adapter for a kind of data. Sessions are not stored: only the dashboard knows who is signed in. */
  adapterOf(model: string): Adapter {
    if (model === 'Client') return new ClientAdapter(this.clients);
    if (model === 'Grant') return new GrantAdapter(this.grants);
    return model === 'Session' ? new NoAdapter() : new RecordAdapter(model, this);
  }
}

/** What a kind of data does not need to implement. */
class NoAdapter implements Adapter {
  async upsert(_id: string, _payload: AdapterPayload, _expiresIn?: number): Promise<void> {}
  async find(_id: string): Promise<AdapterPayload | undefined> {
    return undefined;
  }
  async findByUid(_uid: string): Promise<undefined> {
    return undefined;
  }
  async findByUserCode(_code: string): Promise<undefined> {
    return undefined;
  }
  async destroy(_id: string): Promise<void> {}
  async consume(_id: string): Promise<void> {}
  async revokeByGrantId(_grantId: string): Promise<void> {}
}

class ClientAdapter extends NoAdapter {
  constructor(private readonly clients: OAuthClientsService) {
    super();
  }

  override async upsert(id: string, payload: AdapterPayload): Promise<void> {
    await this.clients.register(id, { ...payload });
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    return (await this.clients.find(id)) ?? undefined;
  }
}

/** The access that a person gave. It is the key of the app, so nothing is stored here. */
class GrantAdapter extends NoAdapter {
  constructor(private readonly grants: OAuthGrantsService) {
    super();
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    return (await this.grants.find(id)) ?? undefined;
  }

  override async destroy(id: string): Promise<void> {
    await this.grants.end(id);
  }
}

/** Requests, codes and tokens. Nothing that is stored contains the text that a browser or an app holds. */
class RecordAdapter extends NoAdapter {
  constructor(
    private readonly model: string,
    private readonly store: OAuthStoreService,
  ) {
    super();
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn = 0): Promise<void> {
    // The address to return to contains the id of the request.
    const { jti: _secret, returnTo: _address, ...stored } = payload;
    const expires_on = new Date(this.store.clock.now().getTime() + expiresIn * MS_PER_S);
    const grant_id = payload.grantId ?? null;
    const client_id = this.model === 'Interaction' ? String(payload.params?.['client_id']) : null;
    const { records } = this.store;
    await records.save(id, { model: this.model, grant_id, client_id, payload: stored, expires_on });
    if (client_id !== null) await records.deleteRequestsBeyond(MAX_REQUESTS);
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const record = await this.store.records.find(this.model, id);
    if (!record) return undefined;
    const { consumed_on } = record;
    return {
      ...record.payload,
      jti: id,
      ...(this.model === 'Interaction' ? { returnTo: this.store.urls.resumeOf(id) } : {}),
      ...(consumed_on ? { consumed: Math.floor(consumed_on.getTime() / MS_PER_S) } : {}),
    };
  }

  /**
   * oidc-provider has ended the access of one that was used before. Two requests at the same time may both find it unused. The
   * second one ends the access, as a later one would. Throws while the account does not allow the app.
   */
  override async consume(id: string): Promise<void> {
    const { records, grants, clock } = this.store;
    const grantId = (await records.find(this.model, id))?.grant_id;
    if (grantId) await grants.assertAllowed(grantId);
    if (await records.consume(this.model, id, clock.now())) return;
    if (grantId) await grants.end(grantId);
    throw new errors.InvalidGrant('already used');
  }

  override async destroy(id: string): Promise<void> {
    await this.store.records.delete(this.model, id);
  }

  override async revokeByGrantId(grantId: string): Promise<void> {
    await this.store.records.deleteOfGrant(this.model, grantId);
  }
}
