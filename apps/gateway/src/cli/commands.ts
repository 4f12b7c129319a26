import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, type PlanLimits, readEmailAddress, trimInvisible, UNLIMITED } from '@plaudit/contracts';
import { createDataSource, Database, UsageError } from '@plaudit/database';
import { tellRelay } from '@plaudit/events';
import { isWeakPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../users/password';
import { type PlanName, PLAN_NAMES } from '../plans/plans';
import { ClientMetadataFault } from '../oauth/clients/client-metadata';
import { AccountAdministration } from './account-administration';
import { addOperatorApp } from './app-administration';
import { GATEWAY_ENTITIES } from '../gateway.entities';

/** The input of a command: its options, the environment, and a function that prints a line. */
export interface CommandCall {
  options: Readonly<Record<string, string | undefined>>;
  env: Readonly<Record<string, string | undefined>>;
  print: (line: string) => void;
}

export type Command = (call: CommandCall) => Promise<void>;

const MAX_NAME_LENGTH = 191;

async function create({ options, env, print }: CommandCall): Promise<void> {
  const companyName = required('--company', options['company']).trim();
  const email = trimInvisible(required('--email', options['email']));
  const { password } = options;
  if (companyName.length < 1 || companyName.length > MAX_NAME_LENGTH)
    throw new UsageError(`--company must have 1 to ${MAX_NAME_LENGTH} characters`);
  const read = readEmailAddress(email, { local: true });
  if ('fault' in read) throw new UsageError(`--email ${read.fault}`);
  if (password !== undefined && (isWeakPassword(password) || password.length > MAX_PASSWORD_LENGTH))
    throw new UsageError(`--password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`);
  const plan = planOf(options['plan']) ?? 'enterprise';
  const created = await withAdministration(env, (accounts) =>
    accounts.create({ companyName, email, password, plan }),
  );
  print(`Created account ${created.accountId}. Save these credentials now; they are not shown again.`);
  print(`  API key   ${created.apiKey}`);
  print(`  User      ${created.email}`);
  print(`  Password  ${password === undefined ? created.password : 'the value of --password'}`);
}

async function change({ options, env, print }: CommandCall): Promise<void> {
  const id = accountId(options);
  const api = options['api'];
  if (api !== undefined && api !== 'on' && api !== 'off') throw new UsageError('--api must be on or off');
  const patch = {
    plan: planOf(options['plan']),
    limits: limitsOf(options['limits']),
    api_enabled: api === undefined ? undefined : api === 'on',
    vanity: vanityOf(options['vanity']),
  };
  if (Object.values(patch).every((value) => value === undefined))
    throw new UsageError('nothing to change: use --plan, --limits, --api or --vanity');
  await withAdministration(env, (accounts) => accounts.change(id, patch));
  print(`Changed account ${id}.`);
}

async function resetTwoFactor({ options, env, print }: CommandCall): Promise<void> {
  const id = accountId(options);
  const email = trimInvisible(required('--email', options['email']));
  await withAdministration(env, (accounts) => accounts.resetTwoFactor(id, email));
  print(`${email} signs in to account ${id} with the password alone now.`);
}

/** Registers an app whose id and secret the operator gives to its makers, for example for a directory of integrations. */
async function addApp({ options, env, print }: CommandCall): Promise<void> {
  const key = secretsKey(env);
  const metadata = {
    client_name: required('--name', options['name']),
    redirect_uris: required('--redirect', options['redirect']).split(','),
    client_uri: options['uri'],
    token_endpoint_auth_method: options['public'] === undefined ? 'client_secret_post' : 'none',
  };
  const { id, secret } = await withDatabase(env, (database) => addOperatorApp(database, key, metadata));
  print(
    `Added the app ${metadata.client_name}. ${secret === null ? 'It has no secret.' : 'Save its secret now; it is not shown again.'}`,
  );
  print(`  Client id      ${id}`);
  if (secret !== null) print(`  Client secret  ${secret}`);
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  create,
  change,
  'reset-two-factor': resetTwoFactor,
  'add-app': addApp,
};

function withAdministration<T>(
  env: CommandCall['env'],
  work: (accounts: AccountAdministration) => Promise<T>,
): Promise<T> {
  return withDatabase(env, async (database) => {
    const result = await work(new AccountAdministration(database));
    await tellRelay(database, 'gateway');
    return result;
  });
}

async function withDatabase<T>(
  env: CommandCall['env'],
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const dataSource = createDataSource({
    url: databaseUrl(env),
    schema: 'gateway',
    entities: GATEWAY_ENTITIES,
    migrations: [],
    poolSize: 1,
    applicationName: 'plaudit-gateway-cli',
    // The URL may be that of an administrator.
    setSession: true,
  });
  await dataSource.initialize();
  try {
    return await work(new Database(dataSource, 'gateway'));
  } catch (error) {
    if (error instanceof ApiError || error instanceof ClientMetadataFault)
      throw new UsageError(error.message);
    throw error;
  } finally {
    await dataSource.destroy();
  }
}

/** Returns the URL from the environment, or that of the product running in DATA_DIR. */
function databaseUrl(env: CommandCall['env']): string {
  const given = env['DATABASE_ADMIN_URL'] || env['DATABASE_DIRECT_URL'] || env['DATABASE_URL'];
  if (given) return given;
  const file = join(env['DATA_DIR'] || '.data', 'endpoints.json');
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { postgres: string }).postgres;
  } catch {
    throw new UsageError(`set DATABASE_URL or start the product first: ${file} was not found`);
  }
}

/** Returns the key from the environment, or that of the product in DATA_DIR. */
function secretsKey(env: CommandCall['env']): string {
  if (env['SECRETS_KEY']) return env['SECRETS_KEY'];
  const file = join(env['DATA_DIR'] || '.data', 'secrets.key');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new UsageError(
      `set the SECRETS_KEY of the gateway, or run this beside the product: ${file} was not found`,
    );
  }
}

function accountId(options: CommandCall['options']): number {
  const id = Number(required('--account', options['account']));
  if (Number.isSafeInteger(id) && id >= 1) return id;
  throw new UsageError('--account must be an account id, a positive integer');
}

function required(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new UsageError(`${name} is required`);
  return value;
}

function planOf(text: string | undefined): PlanName | undefined {
  const plan = PLAN_NAMES.find((name) => name === text);
  if (text !== undefined && !plan) throw new UsageError(`--plan must be one of ${PLAN_NAMES.join(', ')}`);
  return plan;
}

function vanityOf(text: string | undefined): 'verified' | 'pending' | undefined {
  if (text === undefined || text === 'verified' || text === 'pending') return text;
  throw new UsageError('--vanity must be verified or pending');
}

/** Parses `channels=100,users=-1`. Returns null for `none`, which restores the plan's limits. */
function limitsOf(text: string | undefined): Partial<PlanLimits> | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  const names = Object.keys(UNLIMITED);
  const limits = text.split(',').map((part): [string, number] => {
    const [name = '', value = ''] = part.trim().split('=');
    if (!names.includes(name) || !/^(-1|\d{1,9})$/.test(value))
      throw new UsageError(
        `--limits must be none or a list such as channels=100,users=-1; the limits are ${names.join(', ')}`,
      );
    return [name, Number(value)];
  });
  return Object.fromEntries(limits);
}
