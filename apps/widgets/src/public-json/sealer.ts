import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The length of the key that {@link Sealer} takes. */
export const SEALER_KEY_BYTES = 64;

/**
 * Encrypts values that travel through a browser and come back, with AES-256-GCM. The IV is derived from the content, so
 * that every replica seals the same value to the same bytes. Strong ETags depend on that. A sealed value opens only
 * with the `context` it was sealed with, which is not part of the sealed value.
 */
export class Sealer {
  private readonly encryptionKey: Buffer;
  private readonly hmacKey: Buffer;

  constructor(key: Buffer) {
    this.encryptionKey = key.subarray(0, 32);
    this.hmacKey = key.subarray(32, SEALER_KEY_BYTES);
  }

  seal(text: string, context: string): string {
    const iv = this.ivOf(text, context);
    const cipher = createCipheriv('aes-256-gcm', this.encryptionKey, iv).setAAD(Buffer.from(context));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
  }

  /** Returns the text, or null unless this key sealed it with this context. */
  open(sealed: string, context: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < IV_BYTES + TAG_BYTES) return null;
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.encryptionKey, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    try {
      const opened = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      const text = Buffer.concat([opened, decipher.final()]).toString('utf8');
      return timingSafeEqual(this.ivOf(text, context), iv) ? text : null;
    } catch {
      return null;
    }
  }

  /** Returns a short keyed hash of an id. Equal ids of one kind have equal names, and a name does not reveal its id. */
  nameFor(kind: string, id: string | number): string {
    return this.digest(`${kind}\0${id}`).subarray(0, 9).toString('base64url');
  }

  private ivOf(text: string, context: string): Buffer {
    return this.digest(`iv\0${context}\0${text}`).subarray(0, IV_BYTES);
  }

  private digest(text: string): Buffer {
    return createHmac('sha256', this.hmacKey).update(text).digest();
  }
}
