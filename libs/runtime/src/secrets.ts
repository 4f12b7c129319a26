import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** Encrypted without a place, by releases before version 2. Such values still open, wherever they are. */
const UNPLACED = 1;
const VERSION = 2;
const HEADER_BYTES = 5;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Reads a SECRETS_KEY: 32 bytes as base64, base64url or 64 hex digits. Throws if the text is anything else. */
export function parseSecretsKey(text: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== 32) {
    throw new Error(
      'a secrets key must be 32 bytes, as base64 or as 64 hex digits (openssl rand -base64 32)',
    );
  }
  return key;
}

/** Derives a key for one purpose: HKDF-SHA256 of the master key with the purpose as label. */
export function deriveKey(master: Buffer, label: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `plaudit/${label}`, bytes));
}

/**
 * Encrypts secrets that the service must be able to read again (platform tokens, webhook secrets) with AES-256-GCM. An
 * encrypted value names its key, so that values of SECRETS_KEY_PREVIOUS can still be decrypted after a rotation. It opens only
 * in its place, the row and column for which it was encrypted (`placeIn`), so that nobody can copy it to another one.
 */
export class Secrets {
  private readonly master: Buffer;
  private readonly current: SealKey;
  private readonly previous: SealKey | null;

  constructor(secretsKey: string, previousKey?: string) {
    this.master = parseSecretsKey(secretsKey);
    this.current = sealKey(this.master);
    this.previous = previousKey ? sealKey(parseSecretsKey(previousKey)) : null;
  }

  derive(label: string, bytes = 32): Buffer {
    return deriveKey(this.master, label, bytes);
  }

  /** Returns version (1 byte), key id (4), iv (12), tag (16) and ciphertext. */
  encrypt(text: string, place: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.current.key, iv);
    cipher.setAAD(Buffer.from(place));
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from([VERSION]), this.current.id, iv, cipher.getAuthTag(), ciphertext]);
  }

  /** Throws if the value was encrypted with an unknown key or for another place, or was altered. */
  decrypt(encrypted: Buffer, place: string): string {
    const { key } = this.keyOf(encrypted);
    const iv = encrypted.subarray(HEADER_BYTES, HEADER_BYTES + IV_BYTES);
    const tagEnd = HEADER_BYTES + IV_BYTES + TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', key, iv, {
      authTagLength: TAG_BYTES,
    });
    if (encrypted[0] !== UNPLACED) decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(encrypted.subarray(HEADER_BYTES + IV_BYTES, tagEnd));
    return Buffer.concat([decipher.update(encrypted.subarray(tagEnd)), decipher.final()]).toString('utf8');
  }

  /** Returns false for a value that {@link encrypt} would not make any more: of the previous key, or without a place. */
  isCurrent(encrypted: Buffer): boolean {
    return encrypted[0] === VERSION && encrypted.subarray(1, HEADER_BYTES).equals(this.current.id);
  }

  private keyOf(encrypted: Buffer): SealKey {
    const named = encrypted.subarray(1, HEADER_BYTES);
    const key = [this.current, this.previous].find((candidate) => candidate?.id.equals(named));
    if (![VERSION, UNPLACED].includes(encrypted[0] ?? 0) || !key) {
      throw new Error(
        'the value was encrypted with a key that is neither SECRETS_KEY nor SECRETS_KEY_PREVIOUS',
      );
    }
    return key;
  }
}

/** The keys that are derived from a master key, once, because a derivation takes longer than the decryption of a secret. */
interface SealKey {
  id: Buffer;
  key: KeyObject;
}

function sealKey(master: Buffer): SealKey {
  return { id: deriveKey(master, 'key-id', 4), key: createSecretKey(deriveKey(master, 'seal')) };
}
