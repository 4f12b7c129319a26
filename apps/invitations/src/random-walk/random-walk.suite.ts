import { eventually } from '@plaudit/testing';
import { ADDITIONS } from './operations/addition-operations.suite';
import { checkEndings } from './rules/ending-rules.suite';
import { reported } from './failure-report.suite';
import { checkCredits, checkHistories } from './rules/history-rules.suite';
import type { Operation } from './operations/operation.suite';
import { OPERATOR_OPERATIONS } from './operations/operator-operations.suite';
import { RECIPIENT_OPERATIONS } from './operations/recipient-operations.suite';
import { REQUEST_OPERATIONS } from './operations/request-operations.suite';
import { checkMails } from './rules/sending-rules.suite';
import { checkState } from './rules/state-rules.suite';
import type { StoredRows } from './stored-rows.suite';
import { createTenants, moveWindows } from './walk-tenants.suite';
import { type WalkOptions, WalkWorld } from './walk-world.suite';

const OPERATIONS: readonly Operation[] = [
  ...ADDITIONS,
  ...REQUEST_OPERATIONS,
  ...RECIPIENT_OPERATIONS,
  ...OPERATOR_OPERATIONS,
];
const STEPS_PER_BLOCK = 14;
const MAX_AT_ONCE = 4;
/** Hours that pass after a block. */
const JUMPS = [1, 2, 3, 5, 8, 13, 25, 50];
/** Not a whole number of days, so that each send window is open after some of these jumps. */
const LAST_JUMP_HOURS = 31;
const MAX_LAST_JUMPS = 60;
/** The service has so long to catch up before time passes. On a busy machine, time passes all the same. */
const CALM_MS = 4_000;
/** Leases of lost workers are taken over within 5 s. */
const LAST_CALM_MS = 60_000;

/** Longer than any operation takes on a busy machine. */
const MAX_IDLE_MS = 2 * LAST_CALM_MS;

interface Due {
  id: string;
  recipient: string;
}

/** Does random things with the service and checks after each block what must always hold, and at the end what must have happened. */
export class RandomWalk {
  private constructor(private readonly walk: WalkWorld) {}

  static async start(options: WalkOptions): Promise<RandomWalk> {
    const walk = await WalkWorld.start(options);
    await createTenants(walk);
    return new RandomWalk(walk);
  }

  close(): Promise<void> {
    return this.walk.close();
  }

  /** Throws a failure with everything that explains it. */
  async run(steps: number): Promise<void> {
    let ended = false;
    try {
      await Promise.race([this.steps(steps), this.standstill(() => ended)]);
      ended = true;
    } catch (failure) {
      ended = true;
      throw await reported(this.walk, failure);
    }
  }

  /** Rejects when nothing has happened for a long time. */
  private async standstill(isOver: () => boolean): Promise<void> {
    const { log } = this.walk;
    while (!isOver()) {
      if (log.idleMs > MAX_IDLE_MS) this.walk.fail(`Nothing has happened for ${log.idleMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, 1_000).unref());
    }
  }

  private async steps(steps: number): Promise<void> {
    for (let done = 0; done < steps; done += STEPS_PER_BLOCK) {
      await this.changeReplicas();
      await this.block();
      await this.check();
      await this.calm();
      await this.jump(this.walk.random.pick(JUMPS));
    }
    await this.finish();
  }

  /** What the walk met, to see that it meets enough. */
  get summary(): Record<string, number> {
    const { model, server } = this.walk;
    const counts: Record<string, number> = { requests: model.requests.size, mails: server.mails.length };
    for (const { status } of model.requests.values()) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }

  private async changeReplicas(): Promise<void> {
    const { walk } = this;
    const chance = walk.random.next();
    if (!walk.hasReplica && chance < 0.2) await walk.startReplica();
    else if (walk.hasReplica && chance < 0.25) await walk.stopReplica();
  }

  private async block(): Promise<void> {
    const { random } = this.walk;
    for (let left = STEPS_PER_BLOCK; left > 0;) {
      const count = Math.min(left, random.next() < 0.3 ? random.between(2, MAX_AT_ONCE) : 1);
      const drawn = Array.from({ length: count }, () => this.drawn());
      const alone = drawn.filter(({ isAlone }) => isAlone);
      await Promise.all(drawn.filter(({ isAlone }) => !isAlone).map((one) => one.run(this.walk)));
      for (const one of alone) await one.run(this.walk);
      left -= count;
    }
  }

  private drawn(): Operation {
    const total = OPERATIONS.reduce((sum, { weight }) => sum + weight, 0);
    let rest = this.walk.random.next() * total;
    return OPERATIONS.find(({ weight }) => (rest -= weight) < 0) ?? OPERATIONS[0]!;
  }

  private async check(): Promise<StoredRows> {
    await this.walk.settled(false);
    const rows = await checkState(this.walk);
    checkMails(this.walk, rows);
    return rows;
  }

  /** Waits until nothing is due or on its way, except for messages of lost workers and those to a silent server. */
  private async calm(): Promise<void> {
    const { model, server } = this.walk;
    const isStuck = ({ id, recipient }: Due): boolean =>
      model.lost.has(Number(id)) || server.stuckRecipients.has(recipient.toLowerCase());
    await this.quiet(isStuck, CALM_MS).catch(() => {});
  }

  private async quiet(isExcepted: (due: Due) => boolean, timeoutMs: number): Promise<void> {
    const { walk } = this;
    await eventually(
      async () => {
        walk.server.releaseHeld(walk.random);
        const due = await walk.world.admin.query<Due>(
          `select id, recipient from invitations.requests
           where status = 'sending' or (status = 'pending' and due_at <= now())`,
        );
        return due.filter((one) => !isExcepted(one));
      },
      (due) => due.length === 0,
      'the service to catch up',
      { timeoutMs },
    );
  }

  private async jump(hours: number): Promise<void> {
    const busy = await this.walk.busy();
    await this.walk.jump(hours);
    moveWindows(this.walk, hours, Date.now(), busy);
  }

  /** Lets time pass until nothing waits any more. */
  private async finish(): Promise<void> {
    const { walk } = this;
    walk.server.acceptAll();
    await walk.settled(true);
    for (let jumps = 0; jumps < MAX_LAST_JUMPS; jumps += 1) {
      await this.quiet(() => false, LAST_CALM_MS);
      await this.check();
      if (!(await this.isWaiting())) break;
      await this.jump(LAST_JUMP_HOURS);
    }
    await walk.stopReplica();
    await eventually(
      () => walk.world.admin.query('select from invitations.hits where verdict is null limit 1'),
      (left) => left.length === 0,
      'all hits to be decided',
    );
    const rows = await this.check();
    checkEndings(walk, rows);
    await checkHistories(walk, rows);
    await checkCredits(walk, rows);
  }

  private async isWaiting(): Promise<boolean> {
    const waiting = await this.walk.world.admin.query(
      `select from invitations.requests
       where status = 'sending' or (status = 'pending' and deleted_on is null) limit 1`,
    );
    return waiting.length > 0;
  }
}
