import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@plaudit/contracts';
import { randomBytes } from 'node:crypto';
import { completeEnv, rotateSecretsKey, settingsIn } from './env-file';
import { systemdFiles } from './systemd-files';

const TEMPLATE = readFileSync(
  join(__dirname, '..', '..', '..', '..', 'deploy', 'systemd', 'plaudit.env.example'),
  'utf8',
);
const PLAUDIT = completeEnv({ template: TEMPLATE, services: SERVICE_NAMES }, null, randomBytes).text;
const SECRETS = Object.entries(settingsIn(PLAUDIT)).filter(([name]) => /_(PASSWORD|SECRETS_KEY)$/.test(name));

function filesOf(...added: string[]): Record<string, Record<string, string>> {
  const files = systemdFiles([PLAUDIT, ...added].join('\n'), SERVICE_NAMES);
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, settingsIn(text)]));
}

/** Returns the names of the secrets of plaudit.env that a file contains. */
function secretsOf(file: string): string[] {
  const text = systemdFiles(PLAUDIT, SERVICE_NAMES)[file] as string;
  return SECRETS.filter(([, value]) => text.includes(value)).map(([name]) => name);
}

describe('the env files for systemd', () => {
  it.each(SERVICE_NAMES)('give %s its own secrets and no other', (service) => {
    const name = service.toUpperCase();
    expect(secretsOf(`${service}.env`).toSorted()).toEqual([
      `${name}_DATABASE_PASSWORD`,
      `${name}_NATS_PASSWORD`,
      `${name}_SECRETS_KEY`,
    ]);
  });

  it('give every service a port and a metrics port of its own, and the addresses of the others', () => {
    const files = filesOf();
    const services = SERVICE_NAMES.map((service) => files[`${service}.env`]!);
    const ports = services.flatMap(({ PORT, METRICS_PORT }) => [PORT, METRICS_PORT]);
    expect(new Set(ports).size).toBe(2 * SERVICE_NAMES.length);
    for (const { REVIEWS_URL, GATEWAY_URL } of services) {
      expect(REVIEWS_URL).toBe(`http://127.0.0.1:${files['reviews.env']!['PORT']}`);
      expect(GATEWAY_URL).toBe('http://127.0.0.1:8080');
    }
  });

  it('pass on other settings, and those of the first user to the gateway only', () => {
    const files = filesOf('LOG_LEVEL=debug', 'BOOTSTRAP_API_KEY=rk_x', 'REVIEWS_URL=http://10.0.0.5:3001');
    expect(files['ai.env']).toMatchObject({ LOG_LEVEL: 'debug', REVIEWS_URL: 'http://10.0.0.5:3001' });
    expect(files['operator.env']!['LOG_LEVEL']).toBe('debug');
    expect(files['gateway.env']!['BOOTSTRAP_API_KEY']).toBe('rk_x');
    const others = Object.entries(files).filter(([name]) => name !== 'gateway.env');
    expect(others.filter(([, { BOOTSTRAP_API_KEY }]) => BOOTSTRAP_API_KEY)).toEqual([]);
  });

  it('name every server of a NATS cluster with the login', () => {
    const { NATS_URL } = filesOf('NATS_ADDRESSES=10.0.0.1:4222, 10.0.0.2:4222')['reviews.env']!;
    const login = `reviews:${settingsIn(PLAUDIT)['REVIEWS_NATS_PASSWORD']}`;
    expect(NATS_URL).toBe(`nats://${login}@10.0.0.1:4222,nats://${login}@10.0.0.2:4222`);
  });

  it('name an address of this machine if the services listen on all of them', () => {
    expect(filesOf('HOST=0.0.0.0')['ai.env']).toMatchObject({
      HOST: '0.0.0.0',
      WIDGETS_URL: 'http://127.0.0.1:3006',
    });
  });

  it('have the previous key and both public keys during a rotation', () => {
    const rotated = systemdFiles(rotateSecretsKey(PLAUDIT, 'gateway', randomBytes), SERVICE_NAMES);
    const gateway = settingsIn(rotated['gateway.env'] as string);
    expect(gateway['SECRETS_KEY_PREVIOUS']).toBe(settingsIn(PLAUDIT)['GATEWAY_SECRETS_KEY']);
    expect(settingsIn(rotated['ai.env'] as string)['PRINCIPAL_PUBLIC_KEYS']?.split(',')).toHaveLength(2);
  });

  it('are refused without the address of a server', () => {
    expect(() => systemdFiles(`${PLAUDIT}\nNATS_ADDRESSES=`, SERVICE_NAMES)).toThrow(
      'NATS_ADDRESSES must be set in plaudit.env.',
    );
  });
});
