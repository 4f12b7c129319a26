import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '@plaudit/contracts';
import { FairSemaphore } from '@plaudit/database';

export const MIN_PASSWORD_LENGTH = 10;
/** Bounds the work of hashing. No person types a longer password. */
export const MAX_PASSWORD_LENGTH = 256;

/** The argon2id settings that OWASP recommends first: 19 MiB, 2 passes, 1 lane. One hash takes about 30 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Shared by everything that hashes in this process. Two at once take 38 MiB and two of the four threads that also read
 * files and resolve names. A hundred that wait take about 1.5 s, and
 * longer on a busy machine.
 */
const SLOTS = new FairSemaphore({ size: 2, maxWaiting: 100, refusal: tooBusy });
const MAX_WAIT_MS = 10_000;
const RETRY_AFTER_S = 2;

/** Returns an argon2id hash in PHC format, which includes the salt and the cost. Throws 429 if too many others wait. */
export function hashPassword(password: string): Promise<string> {
  return SLOTS.run(null, () => hash(normalise(password), COST), MAX_WAIT_MS);
}

/** Throws 429 if too many others wait. */
export function isPasswordOf(passwordHash: string, password: string): Promise<boolean> {
  return SLOTS.run(null, () => verify(passwordHash, normalise(password)), MAX_WAIT_MS);
}

/** Returns true if the password has fewer than 10 characters. A letter with an accent or an emoji counts as one. */
export function isWeakPassword(password: string): boolean {
  return [...normalise(password)].length < MIN_PASSWORD_LENGTH;
}

/** Keyboards compose the same letter in different ways, so all ways are normalised to one. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

function tooBusy(): ApiError {
  const msg = `Too many passwords are being checked at the moment; try again in ${RETRY_AFTER_S} s.`;
  return new ApiError('rate_limited', msg, { retry_after_seconds: RETRY_AFTER_S });
}
