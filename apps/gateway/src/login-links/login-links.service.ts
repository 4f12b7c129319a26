import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Clock, Randomness } from '@plaudit/runtime';
import { generateToken, hashToken } from '../sign-in/sign-in-token';
import { LoginLinksRepository, type UsedLoginLink } from './login-links.repository';

const LINK_TTL_MS = 60_000;

/**
 * Creates and consumes one-time login links. The token is in the fragment of the URL, so it does not appear in server
 * logs, proxies or Referer headers.
 */
@Injectable()
export class LoginLinksService {
  constructor(
    private readonly repository: LoginLinksRepository,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {}

  /**
   * Creates a link and returns its path. `keyId` is the key that requested the link. Throws 403 for an admin who must set
   * up two-factor sign-in first.
   */
  async create(tx: Tx, userId: number, keyId: number | null): Promise<string> {
    if (await this.repository.mustSetUpTwoFactor(tx, userId)) throw needsTwoFactor();
    const token = generateToken((count) => this.randomness.bytes(count));
    const expiresOn = new Date(this.clock.now().getTime() + LINK_TTL_MS);
    await this.repository.add(tx, { hash: hashToken(token), userId, keyId, expiresOn });
    return `/login/once#t=${token}`;
  }

  /** Returns the id of the link's user, even if the link was used or has expired, or null if the link is unknown. */
  userOf(token: string): Promise<number | null> {
    return this.repository.findUser(hashToken(token));
  }

  /** Marks the link as used and returns it, or null if it is unknown, used or expired. */
  consume(tx: Tx, token: string): Promise<UsedLoginLink | null> {
    return this.repository.consume(tx, hashToken(token), this.clock.now());
  }
}

function needsTwoFactor(): ApiError {
  return new ApiError(
    'forbidden',
    'The account requires two-factor sign-in of administrators; this user must sign in on the page and set it up first.',
    { required: 'two_factor' },
  );
}
