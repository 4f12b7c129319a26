import { Injectable, Logger } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { afterCommit, Database, type Tx } from '@plaudit/database';
import { domainOf } from '@plaudit/outbound/mail';
import { Clock } from '@plaudit/runtime';
import { LanesRepository } from '../queue/lanes.repository';
import {
  chosenFrom,
  dueAfter,
  type Refusals,
  refusedAgain,
  type Sender,
  type SendingStop,
  stopAfter,
  triedAt,
} from './sending-stop';
import { SendingStopsRepository } from './sending-stops.repository';

/** A mail that could be sent now. */
export interface SendableMail extends Sender {
  id: number;
}

/** A mail that waits because its sender is stopped. */
export interface StoppedMail {
  code: string;
  msg: string;
  /** When it is looked at again. */
  dueOn: Date;
}

/** Stops senders whose mails are refused because of our relay, login or sender, so that no message uses up its attempts. */
@Injectable()
export class SendingStopsService {
  private readonly logger = new Logger(SendingStopsService.name);

  constructor(
    private readonly database: Database,
    private readonly stops: SendingStopsRepository,
    private readonly lanes: LanesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns those of the mails that must wait, by their ids. If it is time to try whether a stop can end, one mail of its sender is
   * left out, which tries.
   */
  async waiting(tx: Tx, mails: readonly SendableMail[]): Promise<Map<number, StoppedMail>> {
    const standing = await this.stops.standing(
      tx,
      mails.map(({ sub_account_id }) => sub_account_id),
    );
    const waiting = new Map<number, StoppedMail>();
    for (const stop of standing.toSorted(bySender)) {
      const ids = mails.filter((mail) => isOf(mail, stop)).map(({ id }) => id);
      if (ids.length === 0) continue;
      const { tried, now } = await this.tryWith(tx, stop, ids);
      if (now.ended_on !== null) continue;
      const { code, msg } = now;
      for (const id of ids.filter((one) => one !== tried))
        waiting.set(id, { code, msg, dueOn: dueAfter(now, id, this.clock.now()) });
    }
    return waiting;
  }

  /** Records refusals of one sender. Returns the times at which the messages are looked at again; null if they use an attempt. */
  async refused(tx: Tx, refusals: Refusals): Promise<((id: number) => Date) | null> {
    const at = this.clock.now();
    const begun = stopAfter(refusals, at);
    if (await this.stops.add(tx, begun)) return this.stopped(tx, begun, at);
    const known = (await this.stops.lock(tx, refusals)) ?? begun;
    const next = refusedAgain(known, refusals, at);
    await this.stops.update(tx, next);
    if (next.ended_on !== null) return null;
    return known.ended_on === null ? (id) => dueAfter(next, id, at) : this.stopped(tx, next, at);
  }

  /** Ends the stops of senders of which the mail server has accepted a mail. Their messages leave at once, some within minutes. */
  async accepted(tx: Tx, mails: readonly (Sender & { begun_on: Date })[]): Promise<void> {
    for (const stop of await this.stops.accepted(tx, mails, this.clock.now())) {
      await this.recall(tx, stop);
      const message = 'The mail server accepts the mails of a sender again';
      afterCommit(tx, () => this.logger.log({ message, ...loggedOf(stop) }));
    }
  }

  /** Tries at once whether the stops of the sub account can end. Returns how many were asked for. */
  async retry({ account_id, sub_account_id }: Tenant, sender: string | null): Promise<number> {
    return this.database.transaction(async (tx) => {
      const hurried = await this.stops.hurry(tx, sub_account_id, sender, this.clock.now());
      if (hurried > 0) await this.recall(tx, { account_id, sub_account_id });
      return hurried;
    });
  }

  private async recall(tx: Tx, { account_id, sub_account_id }: Tenant): Promise<void> {
    if ((await this.stops.recall(tx, sub_account_id)) === 0) return;
    this.lanes.note(tx, [{ account_id, sub_account_id, type: 'email', due_at: this.clock.now() }]);
  }

  /** Returns the mail that tries, if it is time, and the stop as it is then. */
  private async tryWith(
    tx: Tx,
    stop: SendingStop,
    ids: readonly number[],
  ): Promise<{ tried: number | null; now: SendingStop }> {
    const at = this.clock.now();
    if (stop.next_try_on > at) return { tried: null, now: stop };
    const held = await this.stops.lock(tx, stop);
    if (!held || held.ended_on !== null || held.next_try_on > at) return { tried: null, now: held ?? stop };
    const now = triedAt(held, at);
    await this.stops.update(tx, now);
    return { tried: chosenFrom(held, ids), now };
  }

  private stopped(tx: Tx, stop: SendingStop, at: Date): (id: number) => Date {
    const message =
      'Stopped the mails of a sender, because the mail server refused our relay, login or sender';
    afterCommit(tx, () => this.logger.warn({ message, ...loggedOf(stop), reply: stop.msg }));
    return (id) => dueAfter(stop, id, at);
  }
}

/** The part of the address before the @ may name a person. */
function loggedOf({ sub_account_id, sender, code }: SendingStop): object {
  return { sub_account_id, sender_domain: domainOf(sender), code };
}

function isOf(mail: SendableMail, stop: SendingStop): boolean {
  return mail.sub_account_id === stop.sub_account_id && mail.sender === stop.sender;
}

/** Every transaction locks stops in this order. */
function bySender(a: Sender, b: Sender): number {
  return a.sub_account_id - b.sub_account_id || (a.sender < b.sender ? -1 : 1);
}
