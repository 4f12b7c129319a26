import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { clientNetwork } from '../proxy/network-of';
import { ATTEMPT_RULES, type AttemptRuleName, waitOf } from '../sign-in/attempt-rules';
import { SignInAttemptsRepository } from '../sign-in/sign-in-attempts.repository';
import { canonicalEmail } from '../users/canonical-email';

interface Gate {
  rule: AttemptRuleName;
  counter: Buffer;
}

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
    const counters = countersOf(gates);
    return () => this.repository.exclusively(counters, (tx) => this.repository.takeBack(tx, counters, at));
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

  private async count(gates: readonly Gate[]): Promise<Date> {
    const now = this.clock.now();
    const counters = countersOf(gates);
    await this.repository.exclusively(counters, async (tx) => {
      const triedOn = await this.repository.find(tx, counters);
      const waits = gates.map(({ rule, counter }) =>
        waitOf(rule, triedOn.get(counter.toString('hex')) ?? [], now),
      );
      const longest = Math.max(...waits);
      if (longest > 0) throw tooMany(longest);
      const counted = gates.map(({ rule, counter }) => ({
        counter,
        expiresOn: new Date(now.getTime() + ATTEMPT_RULES[rule].windowMs),
      }));
      await this.repository.add(tx, counted, now);
    });
    return now;
  }
}

function gate(rule: AttemptRuleName, ...parts: string[]): Gate {
  const counter = createHash('sha256')
    .update(JSON.stringify(['link', ...parts]))
    .digest();
  return { rule, counter };
}

function countersOf(gates: readonly Gate[]): Buffer[] {
  return gates.map(({ counter }) => counter);
}

function tooMany(waitMs: number): ApiError {
  const seconds = Math.ceil(waitMs / 1_000);
  return new ApiError('rate_limited', `Too many attempts; try again in ${seconds} s.`, {
    retry_after_seconds: seconds,
  });
}
