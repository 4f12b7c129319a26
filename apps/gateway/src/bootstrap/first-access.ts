/** How to get into a product that was just set up. Secrets that were given by the environment are null here. */
export interface FirstAccess {
  accountId: number;
  email: string;
  /** The generated key; null when BOOTSTRAP_API_KEY was given. */
  apiKey: string | null;
  /** The generated password; null when BOOTSTRAP_PASSWORD was given. */
  password: string | null;
}

type Listener = (access: FirstAccess) => void;

const listeners = new Set<Listener>();

/**
 * Hears of the first account as soon as it exists, in the process that made it, once. Whoever owns the terminal prints
 * it: the secrets are stored as hashes only and must never reach the logs. Returns how to stop listening.
 */
export function onFirstAccess(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceFirstAccess(access: FirstAccess): void {
  for (const listener of listeners) listener(access);
}

/** The announcement as text for a terminal. */
export function describeFirstAccess({ email, apiKey, password }: FirstAccess): string {
  return [
    '',
    'The first account was created. What is printed here is shown this once:',
    `  API key   ${apiKey ?? 'as given in BOOTSTRAP_API_KEY'}`,
    `  User      ${email}`,
    `  Password  ${password ?? 'as given in BOOTSTRAP_PASSWORD'}`,
    '',
    '',
  ].join('\n');
}
