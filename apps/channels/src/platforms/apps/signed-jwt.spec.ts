import { generateKeyPairSync, verify } from 'node:crypto';
import { signedJwt } from './signed-jwt';

const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pemOf = ({ privateKey }: typeof rsa): string =>
  privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const pem = pemOf(elliptic);

const terms = {
  algorithm: 'ES256',
  keyId: 'KEY1234567',
  issuedAt: new Date('2026-11-20T00:00:00.900Z'),
  lifetimeSeconds: 900,
  claims: { iss: 'issuer-1', aud: 'appstoreconnect-v1' },
} as const;

const partsOf = (jwt: string): unknown[] =>
  jwt
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown);

function isSigned(jwt: string, { publicKey: key }: typeof rsa): boolean {
  const end = jwt.lastIndexOf('.');
  const signature = Buffer.from(jwt.slice(end + 1), 'base64url');
  return verify('sha256', Buffer.from(jwt.slice(0, end)), { key, dsaEncoding: 'ieee-p1363' }, signature);
}

describe('signedJwt', () => {
  it('returns the header, the claims and the times in seconds', () => {
    expect(partsOf(signedJwt({ ...terms, privateKey: pem }))).toEqual([
      { alg: 'ES256', typ: 'JWT', kid: 'KEY1234567' },
      { iss: 'issuer-1', aud: 'appstoreconnect-v1', iat: 1_795_132_800, exp: 1_795_133_700 },
    ]);
  });

  it.each([
    ['as it is in the file', pem],
    ['without line ends', pem.replaceAll('\n', '')],
    ['with spaces for line ends', pem.replaceAll('\n', ' ')],
    ['with line ends written as \\n', pem.replaceAll('\n', '\\n')],
    ['with line ends of Windows', pem.replaceAll('\n', '\r\n')],
    ['without its first and last line', pem.replace(/-----.*-----/g, '')],
  ])('signs with a key %s', (_form, privateKey) => {
    const jwt = signedJwt({ ...terms, privateKey });
    expect(isSigned(jwt, elliptic)).toBe(true);
    expect(Buffer.from(jwt.split('.')[2] ?? '', 'base64url')).toHaveLength(64);
  });

  it('signs with an RSA key and without a key id', () => {
    const { keyId: _keyId, ...others } = terms;
    const jwt = signedJwt({ ...others, algorithm: 'RS256', privateKey: pemOf(rsa) });
    expect(partsOf(jwt)[0]).toEqual({ alg: 'RS256', typ: 'JWT' });
    expect(isSigned(jwt, rsa)).toBe(true);
  });

  it.each([
    ['no key at all', ''],
    ['something else', '-----BEGIN PRIVATE KEY-----\nbm90IGEga2V5\n-----END PRIVATE KEY-----'],
    ['a key that is cut off', pem.slice(0, 100)],
    ['an RSA key', pemOf(rsa)],
    ['a key of another curve', pemOf(generateKeyPairSync('ec', { namedCurve: 'secp384r1' }))],
  ])('refuses %s for ES256', (_what, privateKey) => {
    const sign = (): string => signedJwt({ ...terms, privateKey });
    expect(sign).toThrow(/^access_token (?:contains no|must contain)/);
  });
});
