import { hash, verify } from '@node-rs/argon2';

export const MIN_PASSWORD_LENGTH = 10;
/** Nobody types more; it bounds what is hashed. */
export const MAX_PASSWORD_LENGTH = 256;

/** OWASP's first choice of argon2id settings: 19 MiB, 2 passes, 1 lane; about 30 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** An argon2id hash in PHC format, salt and cost included. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalised(password), COST);
}

export function isPasswordOf(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, normalised(password));
}

/** Characters as a person counts them, within what a password may have. */
export function isWeakPassword(password: string): boolean {
  return [...normalised(password)].length < MIN_PASSWORD_LENGTH;
}

/** Keyboards differ in how they compose the same letters. */
function normalised(password: string): string {
  return password.normalize('NFKC');
}
