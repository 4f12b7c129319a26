import { Injectable } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import type { KnownChannel } from '../channels/channels.read-model';
import { GenerationBudgetService } from '../generations/generation-budget.service';
import type { AccountDay } from '../generations/generation-days.repository';
import { SummariesRepository } from './summaries.repository';

const COOLDOWN_MS = 60_000;

/** The permission to write one summary. */
export interface Admission {
  channel_id: number;
  /** The end of the cooldown that began with it. */
  until: Date;
  /** The day on which the generation counts. */
  taken: AccountDay;
}

/** Decides whether a new summary may be written on request. */
@Injectable()
export class SummaryAdmissionService {
  constructor(
    private readonly database: Database,
    private readonly summaries: SummariesRepository,
    private readonly budget: GenerationBudgetService,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts the cooldown of the channel and counts a generation. Of requests that arrive at once, one is admitted. Throws 429 during a
   * cooldown and if the daily cap is reached. A request that is refused starts no cooldown.
   */
  async admit(principal: Principal, channel: KnownChannel): Promise<Admission> {
    const now = this.clock.now();
    const until = new Date(now.getTime() + COOLDOWN_MS);
    const spender = this.budget.spenderOf(principal);
    return this.database.transaction(async (tx) => {
      const running = await this.summaries.startCooldown(tx, channel, { now, until });
      if (running) throw tooSoon(running, now);
      const taken = await this.budget.takeIn(tx, spender);
      if (!taken) throw this.budget.exhausted(spender);
      return { channel_id: channel.id, until, taken };
    });
  }

  /** Ends the cooldown of a request that failed, so that it can be repeated at once. */
  async withdraw({ channel_id, until }: Admission): Promise<void> {
    await this.summaries.endCooldown(channel_id, until);
  }
}

function tooSoon(until: Date, now: Date): ApiError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  return new ApiError('ai_cooldown', `A summary was made a moment ago; try again in ${seconds} s.`, {
    retry_after_seconds: seconds,
  });
}
