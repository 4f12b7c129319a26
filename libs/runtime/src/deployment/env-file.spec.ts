import { randomBytes } from 'node:crypto';
import { principalPublicKey, PRINCIPAL_SEED_LABEL } from '../principal/principal-token';
import { deriveKey, parseSecretsKey } from '../secrets';
import { completeEnv, endRotation, rotateSecretsKey } from './env-file';

const TEMPLATE = `# Where clients reach it.
PUBLIC_URL=http://localhost:8080
REVIEWS_DATABASE_PASSWORD=
REVIEWS_SECRETS_KEY=
GATEWAY_SECRETS_KEY=
PRINCIPAL_PUBLIC_KEYS=
# LOG_LEVEL=info
`;

function valuesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

function publicKeyOf(secretsKey: string | undefined): string {
  return principalPublicKey(deriveKey(parseSecretsKey(secretsKey ?? ''), PRINCIPAL_SEED_LABEL));
}

describe('an env file', () => {
  it('is made from the template with its secrets filled in', () => {
    const { text, added } = completeEnv(TEMPLATE, null, randomBytes);
    const values = valuesOf(text);
    expect(added).toEqual([
      'REVIEWS_DATABASE_PASSWORD',
      'REVIEWS_SECRETS_KEY',
      'GATEWAY_SECRETS_KEY',
      'PRINCIPAL_PUBLIC_KEYS',
    ]);
    expect(values.PUBLIC_URL).toBe('http://localhost:8080');
    expect(values.REVIEWS_DATABASE_PASSWORD).toMatch(/^p[0-9a-f]{48}$/);
    expect(parseSecretsKey(values.REVIEWS_SECRETS_KEY ?? '')).toHaveLength(32);
    expect(values.REVIEWS_SECRETS_KEY).not.toBe(values.GATEWAY_SECRETS_KEY);
    expect(values.PRINCIPAL_PUBLIC_KEYS).toBe(publicKeyOf(values.GATEWAY_SECRETS_KEY));
    expect(text).toContain('# Where clients reach it.\n');
  });

  it('keeps what it has and gets only what it lacks', () => {
    const { text } = completeEnv(TEMPLATE, null, randomBytes);
    const grown = `${TEMPLATE}AI_NATS_PASSWORD=\n`;
    const next = completeEnv(grown, `${text}MINE=1\n`, randomBytes);
    expect(next.added).toEqual(['AI_NATS_PASSWORD']);
    expect(valuesOf(next.text)).toMatchObject({ ...valuesOf(text), MINE: '1' });
    expect(completeEnv(grown, next.text, randomBytes)).toEqual({ text: next.text, added: [] });
  });

  it('gets the public key of the signing key that it has', () => {
    const signing = randomBytes(32).toString('base64');
    const { text } = completeEnv(TEMPLATE, `GATEWAY_SECRETS_KEY=${signing}`, randomBytes);
    expect(valuesOf(text)).toMatchObject({
      GATEWAY_SECRETS_KEY: signing,
      PRINCIPAL_PUBLIC_KEYS: publicKeyOf(signing),
    });
  });
});

describe('a rotation', () => {
  const before = completeEnv(TEMPLATE, null, randomBytes).text;

  it('keeps the old key beside the new one until it is ended', () => {
    const during = valuesOf(rotateSecretsKey(before, 'reviews', randomBytes));
    expect(during.REVIEWS_SECRETS_KEY_PREVIOUS).toBe(valuesOf(before).REVIEWS_SECRETS_KEY);
    expect(during.REVIEWS_SECRETS_KEY).not.toBe(during.REVIEWS_SECRETS_KEY_PREVIOUS);
    expect(during.PRINCIPAL_PUBLIC_KEYS).toBe(valuesOf(before).PRINCIPAL_PUBLIC_KEYS);
    const after = valuesOf(endRotation(rotateSecretsKey(before, 'reviews', randomBytes), 'reviews'));
    expect(after.REVIEWS_SECRETS_KEY_PREVIOUS).toBe('');
  });

  it('of the gateway lets services believe the old and the new key until it is ended', () => {
    const rotated = rotateSecretsKey(before, 'gateway', randomBytes);
    const { GATEWAY_SECRETS_KEY: fresh, PRINCIPAL_PUBLIC_KEYS: believed } = valuesOf(rotated);
    expect(believed).toBe(`${publicKeyOf(fresh)},${valuesOf(before).PRINCIPAL_PUBLIC_KEYS}`);
    expect(valuesOf(endRotation(rotated, 'gateway')).PRINCIPAL_PUBLIC_KEYS).toBe(publicKeyOf(fresh));
  });

  it('does not begin before the last one has ended, nor end before it has begun', () => {
    const rotated = rotateSecretsKey(before, 'reviews', randomBytes);
    expect(() => rotateSecretsKey(rotated, 'reviews', randomBytes)).toThrow(
      'REVIEWS_SECRETS_KEY_PREVIOUS is set: end that rotation first',
    );
    expect(() => rotateSecretsKey(before, 'nobody', randomBytes)).toThrow('NOBODY_SECRETS_KEY is not set');
    expect(() => endRotation(before, 'reviews')).toThrow('no rotation to end');
  });
});
