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

const REQUIRED = { template: TEMPLATE, services: [] };

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
  it('is the template with its secrets filled in', () => {
    const { text, added } = completeEnv(REQUIRED, null, randomBytes);
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

  it('keeps existing values and gets only missing secrets', () => {
    const { text } = completeEnv(REQUIRED, null, randomBytes);
    const grown = `${TEMPLATE}AI_NATS_PASSWORD=\n`;
    const next = completeEnv({ ...REQUIRED, template: grown }, `${text}MINE=1\n`, randomBytes);
    expect(next.added).toEqual(['AI_NATS_PASSWORD']);
    expect(valuesOf(next.text)).toMatchObject({ ...valuesOf(text), MINE: '1' });
    expect(completeEnv({ ...REQUIRED, template: grown }, next.text, randomBytes)).toEqual({
      text: next.text,
      added: [],
    });
  });

  it('has three secrets for each service', () => {
    const { text, added } = completeEnv(
      { template: TEMPLATE, services: ['ai', 'gateway'] },
      null,
      randomBytes,
    );
    expect(added).toEqual(
      expect.arrayContaining([
        'AI_DATABASE_PASSWORD',
        'AI_NATS_PASSWORD',
        'AI_SECRETS_KEY',
        'GATEWAY_NATS_PASSWORD',
      ]),
    );
    const values = valuesOf(text);
    expect(values.AI_NATS_PASSWORD).toMatch(/^p[0-9a-f]{48}$/);
    expect(values.PRINCIPAL_PUBLIC_KEYS).toBe(publicKeyOf(values.GATEWAY_SECRETS_KEY));
  });

  it('gets the public key of its existing signing key', () => {
    const signing = randomBytes(32).toString('base64');
    const { text } = completeEnv(REQUIRED, `GATEWAY_SECRETS_KEY=${signing}`, randomBytes);
    expect(valuesOf(text)).toMatchObject({
      GATEWAY_SECRETS_KEY: signing,
      PRINCIPAL_PUBLIC_KEYS: publicKeyOf(signing),
    });
  });
});

describe('a key rotation', () => {
  const before = completeEnv(REQUIRED, null, randomBytes).text;

  it('keeps the old key beside the new one until it ends', () => {
    const during = valuesOf(rotateSecretsKey(before, 'reviews', randomBytes));
    expect(during.REVIEWS_SECRETS_KEY_PREVIOUS).toBe(valuesOf(before).REVIEWS_SECRETS_KEY);
    expect(during.REVIEWS_SECRETS_KEY).not.toBe(during.REVIEWS_SECRETS_KEY_PREVIOUS);
    expect(during.PRINCIPAL_PUBLIC_KEYS).toBe(valuesOf(before).PRINCIPAL_PUBLIC_KEYS);
    const after = valuesOf(endRotation(rotateSecretsKey(before, 'reviews', randomBytes), 'reviews'));
    expect(after.REVIEWS_SECRETS_KEY_PREVIOUS).toBe('');
  });

  it('of the gateway keeps both public keys until it ends', () => {
    const rotated = rotateSecretsKey(before, 'gateway', randomBytes);
    const { GATEWAY_SECRETS_KEY: fresh, PRINCIPAL_PUBLIC_KEYS: believed } = valuesOf(rotated);
    expect(believed).toBe(`${publicKeyOf(fresh)},${valuesOf(before).PRINCIPAL_PUBLIC_KEYS}`);
    expect(valuesOf(endRotation(rotated, 'gateway')).PRINCIPAL_PUBLIC_KEYS).toBe(publicKeyOf(fresh));
  });

  it('is refused while another one is under way, and cannot end before it began', () => {
    const rotated = rotateSecretsKey(before, 'reviews', randomBytes);
    expect(() => rotateSecretsKey(rotated, 'reviews', randomBytes)).toThrow(
      'REVIEWS_SECRETS_KEY_PREVIOUS is set. End that rotation first.',
    );
    expect(() => rotateSecretsKey(before, 'nobody', randomBytes)).toThrow('NOBODY_SECRETS_KEY is not set');
    expect(() => endRotation(before, 'reviews')).toThrow('no rotation is under way');
  });
});
