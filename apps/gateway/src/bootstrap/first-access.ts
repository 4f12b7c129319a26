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
 * Calls `listener` once, in the process that creates the first account. The listener prints the secrets to the terminal:
 * only their hashes are stored, and they must never be logged. Returns a function that removes the listener.
 */
export function onFirstAccess(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceFirstAccess(access: FirstAccess): void {
  for (const listener of listeners) listener(access);
}

/** Returns the text that is printed to the terminal. */
export function describeFirstAccess({ email, apiKey, password }: FirstAccess): string {
  return [
    '',
    'The first account was created. Save these credentials now; they are not shown again.',
    `  API key   ${apiKey ?? 'the value of BOOTSTRAP_API_KEY'}`,
    `  User      ${email}`,
    `  Password  ${password ?? 'the value of BOOTSTRAP_PASSWORD'}`,
    '',
    '',
  ].join('\n');
}
