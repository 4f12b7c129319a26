import { Injectable } from '@nestjs/common';
import { Clock, Randomness } from '@plaudit/runtime';
import { generateApiKey, hashApiKey, prefixOfApiKey } from './api-key';
import { readExpiry } from './expiry';

/** A new key: itself, to be shown once, and what is stored of it. */
export interface MintedKey {
  secret: string;
  prefix: string;
  hash: Buffer;
}

/** Makes keys, and reads until when they are good. */
@Injectable()
export class KeyMint {
  constructor(
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {}

  mint(): MintedKey {
    const secret = generateApiKey((count) => this.randomness.bytes(count));
    return { secret, prefix: prefixOfApiKey(secret), hash: hashApiKey(secret) };
  }

  /** Null is for ever. Throws 400 for what is no future date. */
  expiry(text: string | null): Date | null {
    return readExpiry(text, this.clock.now());
  }
}
