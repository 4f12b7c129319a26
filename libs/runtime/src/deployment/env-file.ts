import { ownValue } from '@plaudit/contracts';
import { principalPublicKey, PRINCIPAL_SEED_LABEL } from '../principal/principal-token';
import { deriveKey, parseSecretsKey } from '../secrets';

/** Returns `count` random bytes. */
export type Bytes = (count: number) => Buffer;

const PUBLIC_KEYS = 'PRINCIPAL_PUBLIC_KEYS';
const SIGNING_KEY = 'GATEWAY_SECRETS_KEY';
const LINE = /^([A-Z][A-Z0-9_]*)=(.*)$/gm;

/** What an env file must have: the lines of `template`, and three secrets for each of `services`. */
export interface EnvRequirements {
  template: string;
  services: readonly string[];
}

/**
 * Adds the secrets that are missing in `current`, an env file in use. Existing values stay. Without a file in use it
 * starts from the template. Returns the new text and the names that were added.
 */
export function completeEnv(
  { template, services }: EnvRequirements,
  current: string | null,
  bytes: Bytes,
): { text: string; added: string[] } {
  let text = current ?? template;
  // The services come first, because the public key is derived from the gateway's SECRETS_KEY.
  const names = [...services.flatMap(secretsOf), ...secretsIn(template)];
  const added = names.filter((name) => !valueIn(text, name));
  for (const name of added) text = withLine(text, name, secretFor(name, text, bytes));
  return { text, added };
}

/**
 * Gives a service a new SECRETS_KEY and returns the new text. The old key stays as `…_PREVIOUS`, so that sealed values still
 * open. For the gateway, the old public key stays too, so that services accept principals that it signed.
 */
export function rotateSecretsKey(current: string, service: string, bytes: Bytes): string {
  const name = keyVariable(service);
  const old = valueIn(current, name);
  if (!old) throw new Error(`${name} is not set, so it cannot be rotated.`);
  if (valueIn(current, `${name}_PREVIOUS`)) {
    throw new Error(`${name}_PREVIOUS is set. End that rotation first.`);
  }
  const rotated = withLine(withLine(current, `${name}_PREVIOUS`, old), name, secretsKey(bytes));
  if (name !== SIGNING_KEY) return rotated;
  return withLine(rotated, PUBLIC_KEYS, `${publicKeyIn(rotated)},${publicKeyIn(current)}`);
}

/** Removes the previous key and returns the new text. Values that it sealed or signed are invalid from then on. */
export function endRotation(current: string, service: string): string {
  const name = keyVariable(service);
  if (!valueIn(current, `${name}_PREVIOUS`))
    throw new Error(`${name}_PREVIOUS is not set, so no rotation is under way.`);
  const ended = withLine(current, `${name}_PREVIOUS`, '');
  return name === SIGNING_KEY ? withLine(ended, PUBLIC_KEYS, publicKeyIn(ended)) : ended;
}

/** Returns the settings of an env file. Of a name that is set twice the last value holds. */
export function settingsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(LINE)].map(([, name, value]) => [name as string, (value as string).trim()]),
  );
}

/** A service's role in Postgres, its NATS user, and the key that seals its stored secrets. */
function secretsOf(service: string): string[] {
  const name = service.toUpperCase();
  return [`${name}_DATABASE_PASSWORD`, `${name}_NATS_PASSWORD`, keyVariable(service)];
}

/** Returns the secrets of the template in the order of the file. */
function secretsIn(template: string): string[] {
  return [...template.matchAll(LINE)]
    .map(([, name]) => name as string)
    .filter((name) => name === PUBLIC_KEYS || /_(PASSWORD|SECRETS_KEY)$/.test(name));
}

function secretFor(name: string, text: string, bytes: Bytes): string {
  if (name === PUBLIC_KEYS) return publicKeyIn(text);
  return name.endsWith('_SECRETS_KEY') ? secretsKey(bytes) : password(bytes);
}

function secretsKey(bytes: Bytes): string {
  return bytes(32).toString('base64');
}

/** Begins with a letter, because nats-server would read digits as a number, and needs no escaping in URLs. */
function password(bytes: Bytes): string {
  return `p${bytes(24).toString('hex')}`;
}

function publicKeyIn(text: string): string {
  const key = parseSecretsKey(valueIn(text, SIGNING_KEY));
  return principalPublicKey(deriveKey(key, PRINCIPAL_SEED_LABEL));
}

function keyVariable(service: string): string {
  return `${service.toUpperCase()}_SECRETS_KEY`;
}

function valueIn(text: string, name: string): string {
  return ownValue(settingsIn(text), name) ?? '';
}

function withLine(text: string, name: string, value: string): string {
  const line = `${name}=${value}`;
  const there = new RegExp(`^${name}=.*$`, 'm');
  return there.test(text) ? text.replace(there, () => line) : `${text.trimEnd()}\n${line}\n`;
}
