import { createHmac, timingSafeEqual } from 'node:crypto';

const HASHES: ReadonlyMap<string, string> = new Map([
  ['HS256', 'sha256'],
  ['HS384', 'sha384'],
  ['HS512', 'sha512'],
]);
const MAX_LENGTH = 4_096;

/** Returns the claims of a token that this secret signed, or null. The caller checks the claims. */
export function claimsOf(
  token: string,
  secret: string,
  algorithms: readonly string[] = ['HS256'],
): Record<string, unknown> | null {
  const [head, claims, signature, ...rest] = token.split('.');
  if (!head || !claims || !signature || rest.length > 0 || token.length > MAX_LENGTH) return null;
  const algorithm = objectIn(head)?.['alg'];
  const hash =
    typeof algorithm === 'string' && algorithms.includes(algorithm) ? HASHES.get(algorithm) : undefined;
  if (hash === undefined) return null;
  const expected = createHmac(hash, secret).update(`${head}.${claims}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return objectIn(claims);
}

function objectIn(part: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
