import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ApiError, type KeyScope } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import type { AppIdentity } from '../../apps/app-policy';
import { redirectHostOf } from '../clients/client-metadata';
import { OAuthClientsService } from '../clients/oauth-clients.service';
import { OAuthRecordsRepository } from '../records/oauth-records.repository';
import { AuthorizationServerService, type Interaction } from '../server/authorization-server.service';
import { requestedScopes } from './consent-offer';

const MS_PER_S = 1_000;

/** The request that a page sent, whose cookie names the request for access. */
export interface BrowserOfRequest {
  request: IncomingMessage;
  response: ServerResponse;
}

/** The app that asks, as it describes itself. */
export interface AskingApp extends AppIdentity {
  name: string;
  uri: string | null;
  logo: string | null;
}

/** A request of an app for access, which waits for a person. */
export interface AccessRequest {
  interaction: Interaction;
  app: AskingApp;
  requested: KeyScope[];
  redirectHost: string;
  expiresOn: Date;
}

/** What a person gave. */
export interface GivenAccess {
  grantId: string;
  userId: number;
  scopes: readonly KeyScope[];
}

/** Finds the requests for access that wait for a person, and passes the decision on to the authorization server. */
@Injectable()
export class AccessRequestsService {
  constructor(
    private readonly server: AuthorizationServerService,
    private readonly clients: OAuthClientsService,
    private readonly records: OAuthRecordsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Throws 404 for a request that is unknown, expired, decided, or that another browser started. */
  async get(uid: string, { request, response }: BrowserOfRequest): Promise<AccessRequest> {
    const interaction = await this.server.findInteraction(request, response);
    if (!interaction || interaction.uid !== uid || interaction.result) throw unknownRequest();
    const { client_id: clientId, redirect_uri: redirectUri, scope } = paramsOf(interaction);
    const client = await this.server.findClient(clientId);
    if (!client) throw unknownRequest();
    const registered = (await this.clients.registrationOf(clientId)) ?? 'document';
    const redirectHost = redirectHostOf(redirectUri);
    const host = registered === 'document' ? new URL(clientId).host : redirectHost;
    return {
      interaction,
      app: {
        clientId,
        registered,
        host,
        name: client.clientName ?? host,
        uri: client.clientUri ?? null,
        logo: client.logoUri ?? null,
      },
      requested: requestedScopes(scope),
      redirectHost,
      expiresOn: new Date(interaction.exp * MS_PER_S),
    };
  }

  /** Takes the request for one decision, and frees it if the transaction fails. Throws 404 if another decision came first. */
  async claim(tx: Tx, { interaction }: AccessRequest): Promise<void> {
    if (!(await this.records.claimRequest(tx, interaction.uid, this.clock.now()))) throw unknownRequest();
  }

  /** Returns where the browser goes on. The app gets tokens for exactly these scopes, on each resource. */
  async approve(
    { interaction, app }: AccessRequest,
    { grantId, userId, scopes }: GivenAccess,
  ): Promise<string> {
    await this.clients.markGranted(app.clientId);
    Object.assign(interaction.params, {
      scope: scopes.join(' '),
      resource: [...this.server.urls.resources],
    });
    interaction.result = { login: { accountId: String(userId) }, consent: { grantId } };
    return this.save(interaction);
  }

  /** Returns where the browser goes on. The app gets the error `access_denied`. Throws 404 if another decision came first. */
  async deny(access: AccessRequest): Promise<string> {
    const { interaction } = access;
    await this.database.transaction((tx) => this.claim(tx, access));
    interaction.result = { error: 'access_denied', error_description: 'The person denied the access.' };
    return this.save(interaction);
  }

  private async save(interaction: Interaction): Promise<string> {
    const left = interaction.exp - Math.floor(this.clock.now().getTime() / MS_PER_S);
    await interaction.save(Math.max(1, left));
    return interaction.returnTo;
  }
}

interface AuthorizationParams {
  client_id: string;
  redirect_uri: string;
  scope?: string;
}

function paramsOf({ params }: Interaction): AuthorizationParams {
  return params as unknown as AuthorizationParams;
}

function unknownRequest(): ApiError {
  return new ApiError(
    'not_found',
    'This request does not wait for you: it is over, or another browser started it. Start again in the app.',
  );
}
