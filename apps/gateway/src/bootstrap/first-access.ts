import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How to sign in to a new installation. A secret that the environment set is null. */
export interface FirstAccess {
  accountId: number;
  email: string;
  /** The generated key. Null if BOOTSTRAP_API_KEY is set. */
  apiKey: string | null;
  /** The generated password. Null if BOOTSTRAP_PASSWORD is set. */
  password: string | null;
  /** The one-time link to set the installation up in a browser. Null if BOOTSTRAP_PASSWORD is set. */
  setupUrl: string | null;
}

type Listener = (access: FirstAccess) => void;

const listeners = new Set<Listener>();

/**
 * Calls `listener` once, in the process that creates the first account. The listener hands the secrets over: only their
 * hashes are stored, and they must never be logged. Returns a function that removes the listener.
 */
export function onFirstAccess(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceFirstAccess(access: FirstAccess): void {
  for (const listener of listeners) listener(access);
}

interface HandOverPlace {
  stdout: { isTTY?: boolean; write(text: string): unknown };
  /** Returns an existing folder for the file. Called only if a file is needed. */
  folder(): string;
}

const FILE_NAME = 'first-access.txt';

/** The files of this process. FirstAccessService deletes each one after the first use of what it contains. */
const keptFiles = new Set<string>();

/** What a file with credentials says. The key is null if BOOTSTRAP_API_KEY is set. */
export interface KeptAccess {
  apiKey: string | null;
  email: string;
}

/**
 * Prints the credentials if stdout is a terminal. Otherwise stdout usually ends in a log, so it gets only the path of
 * `first-access.txt`, which only its owner can read. A generated key is in that file in both cases. The file is deleted after the
 * first use of the key, and without a key also after the first sign-in.
 * If the file cannot be written, a log gets the way to other credentials instead.
 */
export function handOverFirstAccess(access: FirstAccess, { stdout, folder }: HandOverPlace): void {
  const isPrinted = stdout.isTTY || (access.apiKey === null && access.password === null);
  const kept = access.apiKey !== null || !isPrinted ? writeFile(access, folder) : null;
  if (!isPrinted) {
    const where = kept?.file ? placeOf(access, kept.file) : lost(kept?.reason);
    stdout.write(`The first account was created${where}\n`);
    return;
  }
  const copy = kept?.file ? `Until the key is first used, they are also in ${kept.file}.\n` : '';
  stdout.write(`\n${describeFirstAccess(access)}${copy}\n`);
}

/** Deletes the file that an earlier start wrote to this folder after it was used. */
export function keepFirstAccessOf(folder: string): void {
  const file = join(folder, FILE_NAME);
  if (accessIn(file) !== null) keptFiles.add(file);
}

/** Deletes each file whose credentials `wereUsed`. */
export async function deleteUsedFirstAccess(
  wereUsed: (access: KeptAccess) => Promise<boolean>,
): Promise<void> {
  for (const file of keptFiles) {
    const access = accessIn(file);
    if (access !== null && !(await wereUsed(access))) continue;
    rmSync(file, { force: true });
    keptFiles.delete(file);
  }
}

/** Returns null if there is no file of {@link describeFirstAccess}. */
function accessIn(file: string): KeptAccess | null {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  const [apiKey = null, email] = [/^ *API key +(rk_\w+)$/m, /^ *User +(\S+)$/m].map(
    (line) => line.exec(text)?.[1],
  );
  return apiKey === null && email === undefined ? null : { apiKey, email: email ?? '' };
}

function writeFile(access: FirstAccess, folder: () => string): { file: string | null; reason: string } {
  try {
    const file = join(folder(), FILE_NAME);
    // Created anew, so that its mode is ours and no link of another user is followed.
    rmSync(file, { force: true });
    writeFileSync(file, describeFirstAccess(access), { mode: 0o600, flag: 'wx' });
    keptFiles.add(file);
    return { file, reason: '' };
  } catch (error) {
    return { file: null, reason: (error as Error).message };
  }
}

function placeOf({ apiKey }: FirstAccess, file: string): string {
  const first = apiKey === null ? 'sign-in or use of BOOTSTRAP_API_KEY' : 'use of the API key';
  return `. Its credentials are in ${file} until the first ${first}; save them before.`;
}

function lost(reason = ''): string {
  return (
    `, but its credentials could not be written to a file (${reason}). ` +
    'Start again with your own BOOTSTRAP_API_KEY, and create a user with it.'
  );
}

function describeFirstAccess({ email, apiKey, password, setupUrl }: FirstAccess): string {
  return [
    'The first account was created. Save these credentials now; they are not shown again.',
    ...(setupUrl === null ? [] : describeSetup(setupUrl)),
    `  API key   ${apiKey ?? 'the value of BOOTSTRAP_API_KEY'}`,
    `  User      ${email}`,
    `  Password  ${password ?? 'the value of BOOTSTRAP_PASSWORD'}`,
    '',
  ].join('\n');
}

function describeSetup(setupUrl: string): string[] {
  return [
    'To choose your own email and password, open the setup link in a browser. It works once. It ends after 7 days,',
    'with the first sign-in as this user and with the first use of the API key.',
    `  Setup     ${setupUrl}`,
  ];
}
