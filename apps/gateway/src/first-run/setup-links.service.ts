import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { Randomness } from '@plaudit/runtime';
import { generateToken, hashToken } from '../sign-in/sign-in-token';
import { SignInHostsService } from '../sign-in/sign-in-hosts.service';
import { type SetupLink, SetupLinksRepository, type SetupUser } from './setup-links.repository';

/**
 * The one-time link of a new installation. It works until it is used, until the first sign-in or the first use of the first
 * key, and at most seven days. The token is in the fragment of the URL, so no log of requests contains it.
 */
@Injectable()
export class SetupLinksService {
  /** A link that ended never works again, so the public question about it costs one query at most. */
  private ended = false;

  constructor(
    private readonly repository: SetupLinksRepository,
    private readonly hosts: SignInHostsService,
    private readonly randomness: Randomness,
  ) {}

  /** Stores the hash of a new link and returns its URL. */
  async create(tx: Tx, userId: number, keyId: number): Promise<string> {
    const token = generateToken((count) => this.randomness.bytes(count));
    await this.repository.add(tx, { hash: hashToken(token), userId, keyId });
    return `${this.hosts.own.origin}/app/setup#t=${token}`;
  }

  /** Returns the user of the link while it works, or null. */
  async findOpen(): Promise<SetupUser | null> {
    const user = this.ended ? null : await this.repository.findOpen();
    this.ended = user === null;
    return user;
  }

  /** Returns the link of this token, even if it was used. */
  find(token: string): Promise<SetupLink | null> {
    return this.repository.find(hashToken(token));
  }

  /** Marks the link as used and locks its user. Returns false if it does not work any more. */
  use(tx: Tx, token: string): Promise<boolean> {
    return this.repository.use(tx, hashToken(token));
  }
}
