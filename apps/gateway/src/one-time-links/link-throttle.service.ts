import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { clientNetwork } from '../proxy/network-of';
import {
  type AttemptCounter,
  countedAt,
  hashesOf,
  tooManyAttempts,
  waitOfCounter,
} from '../sign-in/attempt-counters';
import type { AttemptRuleName } from '../sign-in/attempt-rules';
import { SignInAttemptsRepository } from '../sign-in/sign-in-attempts.repository';
import { canonicalEmail } from '../users/canonical-email';

/**
 * Limits how often one-time links are tried and requested by mail, for all replicas together. The response depends on what
 * was sent before, and never on whether the email has a user.
 */
@Injectable()
export class LinkThrottleService {
  constructor(
    private readonly repository: SignInAttemptsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts the use of a one-time link before its outcome is known. Returns a function that takes it back, for a use that
   * succeeded. Throws 429 if the network of the address has to wait.
   */
  async countUse(address: string): Promise<() => Promise<void>> {
    const gates = [gate('linkNetwork', 'use', clientNetwork(address))];
    const at = await this.count(gates);
    const hashes = hashesOf(gates);
    return () => this.repository.exclusively(hashes, (tx) => this.repository.takeBack(tx, hashes, at));
  }

  /** Counts a request of a mail with a link. Throws 429 if the email or the network of the address has to wait. */
  async countMail(email: string, address: string): Promise<void> {
    const network = clientNetwork(address);
    const recipient = canonicalEmail(email);
    await this.count([
      gate('linkNetwork', 'request', network),
      gate('mails', 'mail', recipient),
      gate('pair', 'mail', recipient, network),
    ]);
  }

  /**
   * Counts a mail that invites a new user of the account. Throws 429 if the account, or the email in this account, has to wait. Another
   * account cannot use up the invitations to an email, or its mails for a new password.
   */
  async countInvitation(accountId: number, email: string): Promise<void> {
    const gates = [
      gate('invitations', 'invitation', String(accountId)),
      gate('mails', 'invitation', String(accountId), canonicalEmail(email)),
    ];
    await this.count(gates, 'invitations');
  }

  private async count(gates: readonly AttemptCounter[], what = 'attempts'): Promise<Date> {
    const now = this.clock.now();
    const hashes = hashesOf(gates);
    await this.repository.exclusively(hashes, async (tx) => {
      const triedOn = await this.repository.find(tx, hashes);
      const longest = Math.max(...gates.map((one) => waitOfCounter(one, triedOn, now)));
      if (longest > 0) throw tooManyAttempts(what, longest);
      await this.repository.add(tx, countedAt(gates, now), now);
    });
    return now;
  }
}

function gate(rule: AttemptRuleName, ...parts: string[]): AttemptCounter {
  const counter = createHash('sha256')
    .update(JSON.stringify(['link', ...parts]))
    .digest();
  return { rule, counter };
}
