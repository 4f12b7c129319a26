import { createHash, randomBytes } from 'node:crypto';
import { PlauditClient, type Schema } from '@plaudit/client';
import {
  type ApiDocument,
  base62,
  deriveKey,
  PRINCIPAL_SEED_LABEL,
  principalPublicKey,
} from '@plaudit/runtime';
import { type FixtureServer, startFixtureServer, startWorld, type World } from '@plaudit/testing';
import { BAKERY_PAGE } from '../bakery-page.suite';
import { startTemporaryMailCatcher } from '../mail-catcher/mail-catcher.suite';
import { mergedOpenApi } from '../merged-openapi';
import { ALL_SERVICES } from '../services';
import { CheckedAnswers } from './checked-answers.suite';

/** The fields of a new key. */
type KeyFields = Partial<Schema<'KeyAddInput'>>;

/**
 * All services behind the gateway, clients that check every response, a web page that can be a channel, and a mail server that
 * delivers nothing.
 */
export interface ProductWorld {
  world: World;
  document: ApiDocument;
  answers: CheckedAnswers;
  /** An admin key of the first account, with account management, and a client that uses it. */
  apiKey: string;
  admin: PlauditClient;
  /** Serves the page of a bakery with one review on every path, and answers every POST with 204. */
  outside: FixtureServer;
  clientOf(apiKey: string): PlauditClient;
  addKey(fields?: KeyFields): Promise<string>;
  /** Creates an admin key of another account. */
  foreignKey(): Promise<string>;
  close(): Promise<void>;
}

const API_KEY = newKey();

/** Starts the product with throttles off. Every service gets `settings`. */
export async function startProductWorld(settings: Record<string, string> = {}): Promise<ProductWorld> {
  const { document } = await mergedOpenApi();
  const answers = new CheckedAnswers(document);
  const outside = await startFixtureServer(({ method }) =>
    method === 'GET' ? { body: BAKERY_PAGE, headers: { 'content-type': 'text/html' } } : { status: 204 },
  );
  const mails = await startTemporaryMailCatcher();
  const secretsKey = randomBytes(32);
  const common = {
    SECRETS_KEY: secretsKey.toString('base64'),
    PRINCIPAL_PUBLIC_KEYS: principalPublicKey(deriveKey(secretsKey, PRINCIPAL_SEED_LABEL)),
    BOOTSTRAP_API_KEY: API_KEY,
    THROTTLE_BURST: '0',
    THROTTLE_WRONG_KEYS: '0',
    CHANNEL_REFRESH_LIMIT_MINUTES: '0',
    SMS_PROVIDER: 'log',
    ...mails.settings,
    ...settings,
  };
  const services = ALL_SERVICES.map((definition) => ({ definition, settings: common }));
  const world = await startWorld({ services }).catch(async (error: unknown) => {
    await Promise.all([outside.close(), mails.close()]);
    throw error;
  });
  const clientOf = (apiKey: string): PlauditClient =>
    new PlauditClient({ baseUrl: world.url('gateway'), apiKey, fetch: answers.fetch });
  const admin = clientOf(API_KEY);
  return {
    world,
    document,
    answers,
    apiKey: API_KEY,
    admin,
    outside,
    clientOf,
    addKey: async (fields = {}) =>
      (await admin.post('/keys', { body: { name: 'spec', role: 'admin', ...fields } })).key,
    foreignKey: () => foreignKey(world),
    close: async () => {
      await world.close();
      await Promise.all([outside.close(), mails.close()]);
    },
  };
}

/** Only a command in another process creates accounts. This inserts the same rows. */
async function foreignKey(world: World): Promise<string> {
  const apiKey = newKey();
  await world.admin.query(
    `with account as (
       insert into gateway.accounts (plan, company_name) values ('enterprise', 'Another') returning id
     ), sub_account as (
       insert into gateway.sub_accounts (account_id, name, main) select id, 'Main', true from account
       returning id, account_id
     )
     insert into gateway.keys (account_id, sub_account_id, name, prefix, hash, role, account_management)
     select account_id, id, 'spec', $1, $2, 'admin', true from sub_account`,
    [apiKey.slice(0, 11), createHash('sha256').update(apiKey).digest()],
  );
  return apiKey;
}

function newKey(): string {
  return `rk_${base62(40)}`;
}
