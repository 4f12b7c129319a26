import type { Database } from '@plaudit/database';
import { base62, Clock, Secrets } from '@plaudit/runtime';
import { readClientMetadata } from '../oauth/clients/client-metadata';
import { OAuthClientsRepository } from '../oauth/clients/oauth-clients.repository';
import { OAuthClientsService } from '../oauth/clients/oauth-clients.service';

const ID_LENGTH = 32;
const SECRET_LENGTH = 64;

/** The id of a registered app, and its secret unless it is a public one. */
export interface OperatorApp {
  id: string;
  secret: string | null;
}

/** Registers an app that stays until the operator deletes it. Throws ClientMetadataFault. */
export async function addOperatorApp(
  database: Database,
  secretsKey: string,
  raw: object,
): Promise<OperatorApp> {
  const metadata = readClientMetadata(raw, 'none');
  const id = base62(ID_LENGTH);
  const secret = metadata.token_endpoint_auth_method === 'none' ? null : base62(SECRET_LENGTH);
  const clients = new OAuthClientsService(
    new OAuthClientsRepository(database),
    new Secrets(secretsKey),
    new Clock(),
  );
  const client = { ...metadata, client_id: id, ...(secret === null ? {} : { client_secret: secret }) };
  await clients.addPermanent(id, client);
  return { id, secret };
}
