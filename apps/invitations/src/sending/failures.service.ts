import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { CreditsRepository } from '../credits/credits.repository';
import { LifecycleService } from '../lifecycle/lifecycle.service';
import { SendingFactsReadModel } from '../preparing/sending-facts.read-model';
import { ClaimsRepository } from '../queue/claims.repository';
import type { RequestRow } from '../requests/request-rows';
import type { SuppressionReason } from '../suppressions/suppression';
import { sourceOf } from './ended-attempt';
import type { EndedAttempt, Ending, SendOutcome } from './outcome';

interface Failure {
  code: string;
  msg: string;
  suppress?: SuppressionReason;
}

/** Records messages that failed for good. Each is a transaction of its own, because it may change other messages to the person. */
@Injectable()
export class FailuresService {
  constructor(
    private readonly database: Database,
    private readonly claims: ClaimsRepository,
    private readonly facts: SendingFactsReadModel,
    private readonly lifecycle: LifecycleService,
    private readonly credits: CreditsRepository,
  ) {}

  /** Returns `fenced` if another worker has taken over the lease. */
  async fail({ row, outcome }: EndedAttempt): Promise<Ending> {
    const failure = failureOf(row, outcome as SendOutcome);
    return this.database.transaction(async (tx) => {
      await this.lifecycle.lock(tx, row);
      const [held] = await this.claims.lockLeased(tx, [row]);
      if (!held) return 'fenced';
      const at = await this.facts.now(tx);
      await this.lifecycle.failed(tx, held, { at, source: sourceOf(held) }, failure);
      await this.credits.countMails(tx, [held], at);
      return 'failed';
    }, 'background');
  }
}

/** An outcome that could have been repeated fails after the last attempt. The last error stays in the message. */
function failureOf(row: RequestRow, outcome: SendOutcome): Failure {
  if (outcome.kind === 'refused') {
    const { code, msg, suppress, optOut = false } = outcome;
    return { code, msg, ...(suppress && { suppress: optOut ? 'stop' : 'bounce' }) };
  }
  // Mails of the sender were accepted meanwhile, so it is this mail that is refused.
  if (outcome.kind === 'operator') return { code: outcome.code, msg: outcome.msg };
  const msg = 'msg' in outcome ? outcome.msg : '';
  return { code: row.type === 'email' ? 'smtp_temporary' : 'sms_temporary', msg };
}
