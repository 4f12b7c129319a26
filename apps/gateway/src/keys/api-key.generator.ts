import { Injectable } from '@nestjs/common';
import { Clock, Randomness } from '@plaudit/runtime';
import { generateApiKey, hashApiKey, prefixOfApiKey } from './api-key';
import { parseExpiry } from './key-expiry';

export interface GeneratedKey {
  /** The key itself. It is stored only in the encrypted response for an Idempotency-Key, for 24 hours. */
  secret: string;
  prefix: string;
  hash: Buffer;
}

/** Generates API keys and parses their expiry dates. */
@Injectable()
export class ApiKeyGenerator {
  constructor(
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {}

  generate(): GeneratedKey {
    const secret = generateApiKey((count) => this.randomness.bytes(count));
    return { secret, prefix: prefixOfApiKey(secret), hash: hashApiKey(secret) };
  }

  /** `null` means the key never expires. Throws 400 unless the date is in the future. */
  expiry(text: string | null): Date | null {
    return parseExpiry(text, this.clock.now());
  }
}
