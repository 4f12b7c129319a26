import { writeFileSync } from 'node:fs';
import { type OutsideConsumer, outsideNameProblem } from '@plaudit/contracts';
import { UsageError } from '@plaudit/database';
import type { Settings } from '@plaudit/runtime';
import { genSaltSync, hashSync } from 'bcryptjs';
import { findPlace, type OutsidePlace, type PlaceOptions } from './places';

export interface CommandCall {
  options: PlaceOptions & { name?: string; account?: string; all?: boolean; out?: string };
  env: Settings;
  /** Returns a random password of letters and digits. */
  newPassword: () => string;
  /** Prints the result, which programs may read. */
  print: (line: string) => void;
  /** Prints a message for the operator. */
  tell: (line: string) => void;
}

/** The password is random and long, so a low cost is enough. A high one would cost the server time at every connection. */
const BCRYPT_COST = 4;

async function add({ options, env, newPassword, print, tell }: CommandCall): Promise<void> {
  const name = nameOf(options);
  const accountId = accountOf(options);
  const place = findPlace(options, env);
  refuseTaken(place, name, accountId);
  const pass = newPassword();
  const credentials = { servers: place.server, user: name, pass, inboxPrefix: `_INBOX.${name}` };
  // Before the consumer exists, because a file that cannot be written would lose its password.
  if (options.out !== undefined) writeNew(options.out, `${JSON.stringify(credentials, null, 2)}\n`);
  const others = place.consumers.filter((other) => other.name !== name);
  const changed = await place.save([...others, { name, accountId, passwordHash: hashed(pass) }]);
  if (options.out === undefined) print(JSON.stringify(credentials));
  tell(changed);
  tell(
    options.out === undefined
      ? 'Keep the line above: the password is stored only as a hash.'
      : `The credentials are in ${options.out}, which only you can read.`,
  );
}

function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new UsageError(`--out must name a new file: ${(error as Error).message}`);
  }
}

async function list({ options, env, print, tell }: CommandCall): Promise<void> {
  const present = findPlace(options, env).consumers.filter(({ passwordHash }) => passwordHash !== null);
  for (const { name, accountId } of present) print(`${name}  ${readBy(accountId)}`);
  if (present.length === 0) tell('There are no outside consumers.');
}

async function remove({ options, env, tell }: CommandCall): Promise<void> {
  const name = nameOf(options);
  const place = findPlace(options, env);
  const consumer = place.consumers.find((one) => one.name === name && one.passwordHash !== null);
  if (!consumer) throw new UsageError(`There is no outside consumer ${name}.`);
  const others = place.consumers.filter((one) => one !== consumer);
  tell(await place.save([...others, { ...consumer, passwordHash: null }]));
  tell(`Its durables stay until they are deleted: nats consumer rm EVENTS ${name}`);
}

export const COMMANDS: Readonly<Record<string, (call: CommandCall) => Promise<void>>> = { add, list, remove };

function nameOf({ name }: CommandCall['options']): string {
  if (name === undefined) throw new UsageError('--name is required, for example --name crm.');
  const problem = outsideNameProblem(name);
  if (problem) throw new UsageError(`--name ${problem}.`);
  return name;
}

function accountOf({ account, all = false }: CommandCall['options']): number | null {
  if ((account !== undefined) === all)
    throw new UsageError('Choose the events with --account 7 or with --all.');
  if (all) return null;
  const id = Number(account);
  if (!/^[1-9]\d*$/.test(account as string) || !Number.isSafeInteger(id))
    throw new UsageError('--account must be the id of an account.');
  return id;
}

/** A removed consumer may have left durables with the filter of its account, which its successor could read. */
function refuseTaken({ consumers }: OutsidePlace, name: string, accountId: number | null): void {
  const same = consumers.find((consumer) => consumer.name === name);
  if (!same) return;
  if (same.passwordHash !== null)
    throw new UsageError(`${name} exists already. Remove it first, or choose another name.`);
  if (same.accountId !== accountId)
    throw new UsageError(
      `${name} was a consumer of ${readBy(same.accountId)}, whose durables it could read. Choose another name.`,
    );
}

function readBy(accountId: OutsideConsumer['accountId']): string {
  return accountId === null ? 'every account' : `account ${accountId}`;
}

/** NATS accepts the version 2a of bcrypt. For passwords without special characters it is the same as 2b. */
function hashed(password: string): string {
  return hashSync(password, genSaltSync(BCRYPT_COST).replace(/^\$2b\$/, '$2a$'));
}
