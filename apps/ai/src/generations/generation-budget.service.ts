import { Injectable } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { AiEnv } from '../ai.env';
import { type DailyCap, dailyCapOf, mostUsed, secondsUntilNextDay, type Share, utcDay } from './daily-cap';
import { type AccountDay, GenerationDaysRepository } from './generation-days.repository';

/** An account and the part of its generations that may be used up. */
export interface Spender {
  account_id: number;
  cap: DailyCap;
  share: Share;
}

/** Counts the generations of accounts. The sub accounts of an account share its cap. */
@Injectable()
export class GenerationBudgetService {
  constructor(
    private readonly database: Database,
    private readonly days: GenerationDaysRepository,
    private readonly env: AiEnv,
    private readonly clock: Clock,
  ) {}

  spenderOf(principal: Principal): Spender {
    return {
      account_id: principal.account_id,
      cap: dailyCapOf(this.env, principal),
      share: 'requested',
    };
  }

  /** Counts a generation of today and returns its day, or returns null if the cap is reached. */
  async take(spender: Spender): Promise<AccountDay | null> {
    return this.database.transaction((tx) => this.takeIn(tx, spender));
  }

  async takeIn(tx: Tx, { account_id, cap, share }: Spender): Promise<AccountDay | null> {
    const today = { account_id, day: utcDay(this.clock.now()) };
    return (await this.days.take(tx, today, mostUsed(cap, share))) ? today : null;
  }

  /** Counts one generation less, because it led to nothing. */
  async giveBack(taken: AccountDay): Promise<void> {
    await this.days.giveBack(taken);
  }

  /**
   * Counts a generation, runs `work` and returns its result. A generation whose work throws does not count. Throws 429 if the cap is
   * reached.
   */
  async spend<T>(spender: Spender, work: () => Promise<T>): Promise<T> {
    const taken = await this.take(spender);
    if (!taken) throw this.exhausted(spender);
    try {
      return await work();
    } catch (error) {
      await this.giveBack(taken);
      throw error;
    }
  }

  /** Returns true if an automatic generation could begin. Another one may take the place meanwhile. */
  async isLeft({ account_id, cap, share }: Spender): Promise<boolean> {
    const most = mostUsed(cap, share);
    return most === null || (await this.days.used(account_id, utcDay(this.clock.now()))) < most;
  }

  exhausted({ cap }: Spender): ApiError {
    const wait = secondsUntilNextDay(this.clock.now());
    return new ApiError(
      'ai_daily_cap_reached',
      `All ${cap} generations of today are used; try again tomorrow.`,
      {
        limit: cap,
        used: cap,
        retry_after_seconds: wait,
      },
    );
  }
}
