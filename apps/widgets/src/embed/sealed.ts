import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Bytes of key material that {@link Sealer} wants. */
export const SEALER_KEY_BYTES = 64;

/**
 * Hides what has to travel through a browser and come back: AES-256-GCM whose IV is made from the content (so that
 * the same page is the same bytes on every replica and its strong ETag holds). `context` is bound in, not sealed.
 */
export class Sealer {
  private readonly encryption: Buffer;
  private readonly authentication: Buffer;

  constructor(key: Buffer) {
    this.encryption = key.subarray(0, 32);
    this.authentication = key.subarray(32, SEALER_KEY_BYTES);
  }

  seal(text: string, context: string): string {
    const iv = this.ivOf(text, context);
    const cipher = createCipheriv('aes-256-gcm', this.encryption, iv).setAAD(Buffer.from(context));
    const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64url');
  }

  /** Null for anything that was not sealed here with this context. */
  open(sealed: string, context: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < IV_BYTES + TAG_BYTES) return null;
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.encryption, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    try {
      const opened = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      const text = Buffer.concat([opened, decipher.final()]).toString('utf8');
      return timingSafeEqual(this.ivOf(text, context), iv) ? text : null;
    } catch {
      return null;
    }
  }

  /** A short name for something whose own id stays inside; equal for equal input, telling nothing about it. */
  nameFor(kind: string, id: string | number): string {
    return this.digest(`${kind}\0${id}`).subarray(0, 9).toString('base64url');
  }

  private ivOf(text: string, context: string): Buffer {
    return this.digest(`iv\0${context}\0${text}`).subarray(0, IV_BYTES);
  }

  private digest(text: string): Buffer {
    return createHmac('sha256', this.authentication).update(text).digest();
  }
}
