import { principalPublicKey, PRINCIPAL_SEED_LABEL } from '../principal/principal-token';
import { deriveKey, parseSecretsKey } from '../secrets';

/** Random bytes. */
export type Bytes = (count: number) => Buffer;

const PUBLIC_KEYS = 'PRINCIPAL_PUBLIC_KEYS';
const SIGNING_KEY = 'GATEWAY_SECRETS_KEY';
const LINE = /^([A-Z][A-Z0-9_]*)=(.*)$/gm;

/**
 * Fills in the secrets that `template` names and `current`, an env file in use, does not have; what is there stays.
 * Without a file in use the template becomes it. Returns the new text and the names that were filled in.
 */
export function completeEnv(
  template: string,
  current: string | null,
  bytes: Bytes,
): { text: string; added: string[] } {
  let text = current ?? template;
  const added = secretsIn(template).filter((name) => !valueIn(text, name));
  for (const name of added) text = withLine(text, name, secretFor(name, text, bytes));
  return { text, added };
}

/**
 * Gives a service a new SECRETS_KEY; the old one stays beside it for what it sealed, and the gateway's old public key
 * for the principals that it signed.
 */
export function rotateSecretsKey(current: string, service: string, bytes: Bytes): string {
  const name = keyVariable(service);
  const old = valueIn(current, name);
  if (!old) throw new Error(`${name} is not set, so there is nothing to rotate`);
  if (valueIn(current, `${name}_PREVIOUS`)) {
    throw new Error(`${name}_PREVIOUS is set: end that rotation first`);
  }
  const rotated = withLine(withLine(current, `${name}_PREVIOUS`, old), name, secretsKey(bytes));
  if (name !== SIGNING_KEY) return rotated;
  return withLine(rotated, PUBLIC_KEYS, `${publicKeyIn(rotated)},${publicKeyIn(current)}`);
}

/** Forgets the key before the last rotation; what it sealed and signed is worth nothing from then on. */
export function endRotation(current: string, service: string): string {
  const name = keyVariable(service);
  if (!valueIn(current, `${name}_PREVIOUS`))
    throw new Error(`${name}_PREVIOUS is not set: no rotation to end`);
  const ended = withLine(current, `${name}_PREVIOUS`, '');
  return name === SIGNING_KEY ? withLine(ended, PUBLIC_KEYS, publicKeyIn(ended)) : ended;
}

/** In the order of the file: the public key comes after the key that it belongs to. */
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

/** Begins with a letter and needs no escaping: it stands in URLs, and nats-server would read digits as a number. */
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
  return [...text.matchAll(LINE)].findLast(([, found]) => found === name)?.[2]?.trim() ?? '';
}

function withLine(text: string, name: string, value: string): string {
  const line = `${name}=${value}`;
  const there = new RegExp(`^${name}=.*$`, 'm');
  return there.test(text) ? text.replace(there, () => line) : `${text.trimEnd()}\n${line}\n`;
}
