import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import type { ChannelTask } from './channel-task';
import { ChannelTextsService } from './channel-texts.service';
import { GenerationBudgetService, type Spender } from './generation-budget.service';
import type { AccountDay } from './generation-days.repository';
import { type GenerationLock, GenerationLocksRepository } from './generation-locks.repository';

/** How long a request waits for the text that another one has written at the moment: 2 s in total. */
const WAITS_MS = [50, 100, 150, 200, 250, 250, 250, 250, 250, 250];

/** A text, and whether this request has written it. */
export interface Obtained<R> {
  /** Null without enough reviews. */
  record: R | null;
  isNew: boolean;
}

/** Decides who writes a text about a channel when, and counts it. */
@Injectable()
export class GenerationsService {
  constructor(
    private readonly locks: GenerationLocksRepository,
    private readonly budget: GenerationBudgetService,
    private readonly texts: ChannelTextsService,
  ) {}

  /**
   * Returns a text that is missing or out of date. One request writes it, and counts. Others wait 2 s for it. If it is not there then,
   * or if the cap is reached, they get what `findOld` returns, or what the embedded provider writes, which does not count.
   */
  async onRead<T, R>(
    principal: Principal,
    task: ChannelTask<T, R>,
    findOld: () => Promise<R | null> = nothing,
  ): Promise<Obtained<R>> {
    const lock = await this.locks.acquire(task.key);
    if (!lock) return this.fromOther(task, findOld);
    return this.holding(lock, async () => {
      const found = await task.find();
      if (found) return { record: found, isNew: false };
      const taken = await this.budget.take(this.budget.spenderOf(principal));
      if (taken) {
        return { record: await this.counted(taken, () => this.texts.write(task, lock)), isNew: true };
      }
      const old = await findOld();
      if (old) return { record: old, isNew: false };
      return { record: await this.texts.write(task, lock, 'embedded'), isNew: true };
    });
  }

  /**
   * Writes a text that was asked for and counted, whatever is stored, and returns it. What others write at the same time is not stored.
   * If it fails, it does not count.
   */
  async onDemand<T, R>(taken: AccountDay, task: ChannelTask<T, R>): Promise<R | null> {
    return this.counted(taken, async () => {
      const lock = await this.locks.seize(task.key);
      return this.holding(lock, () => this.texts.write(task, lock));
    });
  }

  /** Writes a text in the background, unless another generation writes it, it is there, or the automatic share is used up. */
  async inBackground<T, R>(spender: Spender, task: ChannelTask<T, R>): Promise<void> {
    const lock = await this.locks.acquire(task.key);
    if (!lock) return;
    await this.holding(lock, async () => {
      if (await task.find()) return;
      const taken = await this.budget.take(spender);
      if (taken) await this.counted(taken, () => this.texts.write(task, lock));
    });
  }

  private async holding<Result>(lock: GenerationLock, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      await this.locks.release(lock);
    }
  }

  /** What throws, or returns null, does not count. */
  private async counted<R>(taken: AccountDay, write: () => Promise<R | null>): Promise<R | null> {
    let record: R | null = null;
    try {
      record = await write();
      return record;
    } finally {
      if (record === null) await this.budget.giveBack(taken);
    }
  }

  private async fromOther<T, R>(
    task: ChannelTask<T, R>,
    findOld: () => Promise<R | null>,
  ): Promise<Obtained<R>> {
    for (const ms of WAITS_MS) {
      await delay(ms);
      const found = await task.find();
      if (found) return { record: found, isNew: false };
    }
    // It is read again now, because one of its reviews may have been erased meanwhile.
    const old = await findOld();
    return old ? { record: old, isNew: false } : { record: await this.texts.writeOnly(task), isNew: true };
  }
}

function nothing(): Promise<null> {
  return Promise.resolve(null);
}
