import { Injectable } from '@nestjs/common';
import { queryRows, type Tx, Database } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import { In } from 'typeorm';
import { SignInAttemptEntity } from './sign-in-attempt.entity';

/** A counter takes about 150 bytes. A flood of attempts can exceed this until the next run. */
const MAX_COUNTERS = 500_000;

export interface CountedOn {
  counter: Buffer;
  expiresOn: Date;
}

/** The counters of attempts to sign in, which all replicas share. */
@Injectable()
export class SignInAttemptsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Runs `work` while nothing else reads or changes these counters to count an attempt. Locks them in one order, so that
   * two calls never wait for each other.
   */
  async exclusively<T>(counters: readonly Buffer[], work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      await queryRows(
        tx,
        `select pg_advisory_xact_lock(lock) from (
           select distinct lock from unnest($1::bigint[]) as lock order by lock) as locks`,
        [counters.map((counter) => counter.readBigInt64BE(0).toString())],
      );
      return work(tx);
    });
  }

  /** Returns the times of the attempts by the counter as hex. A counter without attempts is missing. */
  async find(tx: Tx, counters: readonly Buffer[]): Promise<ReadonlyMap<string, Date[]>> {
    const rows = await tx.findBy(SignInAttemptEntity, { counter: In(counters) });
    return new Map(rows.map(({ counter, tried_on }) => [counter.toString('hex'), tried_on]));
  }

  /** Adds one attempt to each counter. Drops the attempts of a counter that had expired. */
  async add(tx: Tx, counted: readonly CountedOn[], now: Date): Promise<void> {
    await queryRows(
      tx,
      `insert into sign_in_attempts as a (counter, tried_on, expires_on)
       select counter, array[$3::timestamptz], expires_on
         from unnest($1::bytea[], $2::timestamptz[]) as new (counter, expires_on)
       on conflict (counter) do update set
         tried_on = array(select t from unnest(a.tried_on) t where t > $3 - (excluded.expires_on - $3)) || $3::timestamptz,
         expires_on = excluded.expires_on`,
      [counted.map(({ counter }) => counter), counted.map(({ expiresOn }) => expiresOn), now],
    );
  }

  /** Takes back one attempt of that time from each counter. */
  async takeBack(tx: Tx, counters: readonly Buffer[], triedOn: Date): Promise<void> {
    await queryRows(
      tx,
      `update sign_in_attempts set
         tried_on = tried_on[:array_position(tried_on, $2) - 1] || tried_on[array_position(tried_on, $2) + 1:]
       where counter = any($1) and array_position(tried_on, $2) is not null`,
      [counters, triedOn],
    );
  }

  /** Forgets all attempts of these counters. */
  async forget(tx: Tx, counters: readonly Buffer[]): Promise<void> {
    await tx.delete(SignInAttemptEntity, { counter: In(counters) });
  }

  @Chore({ name: 'sign_in_counters', everyMs: 3_600_000, per: 'service' })
  deleteFlood(): Promise<void> {
    return this.deleteBeyond(MAX_COUNTERS);
  }

  /** Deletes the counters that expire first, until at most `max` are left. */
  async deleteBeyond(max: number): Promise<void> {
    await this.database.queryWithin(
      'background',
      `delete from sign_in_attempts where counter in (
         select counter from sign_in_attempts order by expires_on
          limit greatest(0, (select count(*) from sign_in_attempts) - $1) for update skip locked)`,
      [max],
    );
  }
}
