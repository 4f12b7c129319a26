import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { Clock, Randomness } from '@plaudit/runtime';
import { type LinkHolder, LoginLinksRepository } from './login-links.repository';
import { LINK_TTL_MS } from './session-rules';
import { hashToken, TOKEN_BYTES } from './token';

/** One-time links. Their token travels in the fragment, which no server log, proxy or Referer header sees. */
@Injectable()
export class LoginLinks {
  constructor(
    private readonly repository: LoginLinksRepository,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {}

  /** The path of a new link. `keyId` is the key that asked for it. */
  async make(tx: Tx, userId: number, keyId: number | null): Promise<string> {
    const token = this.randomness.bytes(TOKEN_BYTES).toString('base64url');
    const expiresOn = new Date(this.clock.now().getTime() + LINK_TTL_MS);
    await this.repository.add(tx, { hash: hashToken(token), userId, keyId, expiresOn });
    return `/login/once#t=${token}`;
  }

  /** Whose link it is, or was while it worked; null when it is unknown. */
  userOf(token: string): Promise<number | null> {
    return this.repository.findUser(hashToken(token));
  }

  /** Uses a link up and returns whose it was; null when it is unknown, used or expired. */
  consume(tx: Tx, token: string): Promise<LinkHolder | null> {
    return this.repository.consume(tx, hashToken(token), this.clock.now());
  }
}
