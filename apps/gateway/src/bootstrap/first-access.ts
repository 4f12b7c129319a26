import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How to sign in to a new installation. A secret that the environment set is null. */
export interface FirstAccess {
  accountId: number;
  email: string;
  /** The generated key. Null if BOOTSTRAP_API_KEY is set. */
  apiKey: string | null;
  /** The generated password. Null if BOOTSTRAP_PASSWORD is set. */
  password: string | null;
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

/**
 * Prints the credentials if stdout is a terminal. Otherwise stdout usually ends in a log, so the credentials go into
 * `first-access.txt`, which only its owner can read, and stdout gets the path. If the file cannot be written, the text says
 * how to get other credentials.
 */
export function handOverFirstAccess(access: FirstAccess, { stdout, folder }: HandOverPlace): void {
  const hasSecret = access.apiKey !== null || access.password !== null;
  if (stdout.isTTY || !hasSecret) {
    stdout.write(`\n${describeFirstAccess(access)}\n`);
    return;
  }
  try {
    const file = join(folder(), 'first-access.txt');
    // Created anew, so that its mode is ours and no link of another user is followed.
    rmSync(file, { force: true });
    writeFileSync(file, describeFirstAccess(access), { mode: 0o600, flag: 'wx' });
    stdout.write(
      `The first account was created. Its credentials are in ${file}; keep them safe, then delete it.\n`,
    );
  } catch (error) {
    const reason = (error as Error).message;
    stdout.write(
      `The first account was created, but its credentials could not be written to a file (${reason}). ` +
        'Start again with your own BOOTSTRAP_API_KEY, and create a user with it.\n',
    );
  }
}

function describeFirstAccess({ email, apiKey, password }: FirstAccess): string {
  return [
    'The first account was created. Save these credentials now; they are not shown again.',
    `  API key   ${apiKey ?? 'the value of BOOTSTRAP_API_KEY'}`,
    `  User      ${email}`,
    `  Password  ${password ?? 'the value of BOOTSTRAP_PASSWORD'}`,
    '',
  ].join('\n');
}
