import { Module } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { type Caller, startWorld, waitUntilConsumed, type World } from '@plaudit/testing';
import { ReportsModule } from '../reports.module';
import { reportsService } from '../service';
import { eventsOf } from './facts/account-events.suite';
import { type AccountFacts, factsOf } from './facts/account-facts.suite';
import type { RandomAccount } from './random/random-account.suite';

/** A clock that the spec sets. */
class SetClock extends Clock {
  private instant: Date | null = null;

  override now(): Date {
    return this.instant ?? super.now();
  }

  set(instant: Date): void {
    this.instant = instant;
  }
}

/** Ids of one account differ from those of the others by less than this. */
const IDS_PER_ACCOUNT = 1_000;

/** The service, with a clock that the spec sets, and accounts to which something happened. */
export class ReportsWorld {
  private accounts = 0;

  private constructor(
    readonly world: World,
    private readonly clock: SetClock,
  ) {}

  static async start(): Promise<ReportsWorld> {
    const clock = new SetClock();
    @Module({ imports: [{ module: ReportsModule, providers: [{ provide: Clock, useValue: clock }] }] })
    class ReportsOnClock {}
    const world = await startWorld({
      services: [{ definition: { ...reportsService, module: ReportsOnClock } }],
    });
    return new ReportsWorld(world, clock);
  }

  close(): Promise<void> {
    return this.world.close();
  }

  /** Lets everything happen to a new account, at the time of its `now`, and returns what is true of it then. */
  async live(account: RandomAccount): Promise<AccountFacts> {
    const base = (this.accounts += 1) * IDS_PER_ACCOUNT;
    this.clock.set(account.now);
    const facts = factsOf(account, base);
    const [main, other] = facts.sub_account_ids;
    await this.chooseZone(base, main, account.zones[0]);
    await this.chooseZone(base, other, account.zones[1]);
    await Promise.all(eventsOf(account, base).map((event) => this.world.publishAgain(event)));
    for (const noun of ['review', 'channel', 'rating', 'invite']) {
      await waitUntilConsumed(this.world.natsUrl, `reports__${noun}`);
    }
    await this.chooseZone(base, main, account.laterZone);
    return facts;
  }

  /** Returns a client with a key of the main sub account. */
  client({ account_id }: AccountFacts): Caller {
    return this.world.as({ account_id, sub_account_id: account_id });
  }

  private async chooseZone(account_id: number, sub_account_id: number, timezone: string): Promise<void> {
    const caller = this.world.as({ account_id, sub_account_id });
    const { status } = await caller.put('reports', '/public/v1/reports/settings', { body: { timezone } });
    expect(status).toBe(200);
  }
}
