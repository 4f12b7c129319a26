import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { CrawlError } from '../crawl-error';

/** The longest key that is read. An RSA key of 8,192 bits has 6,500 characters. */
const MAX_KEY = 10_000;

/** What a customer must give as the private key, for error messages. */
const KEY_FORM = 'the whole content of the key file, from BEGIN PRIVATE KEY to END PRIVATE KEY';

interface JwtTerms {
  algorithm: 'ES256' | 'RS256';
  /** PKCS #8 in PEM. Line ends may be missing, spaces or written as `\n`, because the key passes through forms. */
  privateKey: string;
  /** The id of the key, for issuers with several keys. */
  keyId?: string;
  issuedAt: Date;
  lifetimeSeconds: number;
  claims: Readonly<Record<string, string>>;
}

/** Returns a signed JWT with the claims, `iat` and `exp`. Throws CREDENTIALS_INVALID if the key is not one of the algorithm. */
export function signedJwt(terms: JwtTerms): string {
  const { algorithm, keyId, issuedAt, lifetimeSeconds, claims } = terms;
  const issued = Math.floor(issuedAt.getTime() / 1_000);
  const header = { alg: algorithm, typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) };
  const payload = { ...claims, iat: issued, exp: issued + lifetimeSeconds };
  const signed = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const key = privateKeyOf(terms);
  const signature = sign('sha256', Buffer.from(signed.join('.')), { key, dsaEncoding: 'ieee-p1363' });
  return [...signed, signature.toString('base64url')].join('.');
}

function privateKeyOf({ algorithm, privateKey }: JwtTerms): KeyObject {
  const key = parsedKey(privateKey.slice(0, MAX_KEY));
  const { namedCurve } = key.asymmetricKeyDetails ?? {};
  const fits = algorithm === 'ES256' ? namedCurve === 'prime256v1' : key.asymmetricKeyType === 'rsa';
  if (fits) return key;
  const wanted = algorithm === 'ES256' ? 'an elliptic curve key (P-256)' : 'an RSA key';
  throw new CrawlError('CREDENTIALS_INVALID', `access_token must contain ${wanted}. Send ${KEY_FORM}.`);
}

function parsedKey(text: string): KeyObject {
  const base64 = text.replace(/-----[A-Z ]*-----/g, '').replace(/\\[nr]|\s/g, '');
  try {
    return createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
  } catch (cause) {
    const msg = `access_token contains no private key that can be read. Send ${KEY_FORM}.`;
    throw new CrawlError('CREDENTIALS_INVALID', msg, {}, { cause });
  }
}
