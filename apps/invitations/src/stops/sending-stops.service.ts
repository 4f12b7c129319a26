import { Injectable, Logger } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { afterCommit, Database, type Tx } from '@plaudit/database';
import { domainOf } from '@plaudit/outbound/mail';
import { Chore, Clock } from '@plaudit/runtime';
import { MailTransportClient } from '../mail/mail-transport.client';
import { LanesRepository } from '../queue/lanes.repository';
import {
  type Refusals,
  refusedAgain,
  type Sender,
  type SendingStop,
  stopAfter,
  type StopFault,
  triedAt,
} from './sending-stop';
import { MAX_RELEASED, SendingStopsRepository } from './sending-stops.repository';

/** A mail that could be sent now. */
export interface SendableMail extends Sender {
  id: number;
}

/**
 * Stops senders whose mails are refused because of our relay, login or sender, so that no message uses up its attempts. Their messages
 * wait without a time. One of them is made due when it is time to try, and all when the stop has ended.
 */
@Injectable()
export class SendingStopsService {
  private readonly logger = new Logger(SendingStopsService.name);

  constructor(
    private readonly database: Database,
    private readonly stops: SendingStopsRepository,
    private readonly lanes: LanesRepository,
    private readonly mail: MailTransportClient,
    private readonly clock: Clock,
  ) {}

  /** Returns why mails must wait, by their ids. The mail that tries whether a stop can end does not wait. */
  async waiting(tx: Tx, mails: readonly SendableMail[]): Promise<Map<number, StopFault>> {
    const standing = await this.stops.standing(
      tx,
      mails.map(({ sub_account_id }) => sub_account_id),
    );
    const stopOf = new Map(standing.map((stop) => [nameOf(stop), stop]));
    return new Map(
      mails.flatMap((mail) => {
        const stop = stopOf.get(nameOf(mail));
        return stop && stop.probe !== mail.id ? [[mail.id, { code: stop.code, msg: stop.msg }]] : [];
      }),
    );
  }

  /** Records refusals of one sender. Returns true if the messages wait for the end of its stop, and false if they use an attempt. */
  async refused(tx: Tx, refusals: Refusals): Promise<boolean> {
    const at = this.clock.now();
    const begun = stopAfter(refusals, at);
    if (await this.stops.add(tx, begun)) {
      this.logStopped(tx, begun);
      return true;
    }
    const known = (await this.stops.lock(tx, refusals)) ?? begun;
    const next = refusedAgain(known, refusals, at);
    await this.stops.update(tx, next);
    if (next.ended_on !== null) return false;
    if (known.ended_on !== null) this.logStopped(tx, next);
    return true;
  }

  /** Ends the stops of senders of which the mail server has accepted a mail. Their messages are due at once, or within a minute. */
  async accepted(tx: Tx, mails: readonly (Sender & { begun_on: Date })[]): Promise<void> {
    for (const stop of await this.stops.accepted(tx, mails, this.clock.now())) {
      await this.releaseIn(tx, stop.sub_account_id);
      const message = 'The mail server accepts the mails of a sender again';
      afterCommit(tx, () => this.logger.log({ message, ...loggedOf(stop) }));
    }
  }

  /** Tries at once whether the stops of the sub account can end. Returns how many were asked for. */
  async retry({ sub_account_id }: Tenant, sender: string | null): Promise<number> {
    return this.database.transaction(async (tx) => {
      const hurried = await this.stops.hurry(tx, sub_account_id, sender, this.clock.now());
      if (hurried > 0) await this.tryIn(tx, sub_account_id);
      return hurried;
    });
  }

  /** Makes one message of each stop due for which it is time to try. Returns true if there may be more. */
  @Chore({ name: 'sending_stops', everyMs: 5_000, per: 'service' })
  async tryDue(): Promise<boolean> {
    return (await this.database.transaction((tx) => this.tryIn(tx, null), 'background')) > 0;
  }

  /**
   * Makes messages due that wait although no stop of their sender stands. Returns true if there may be more. It reads all messages that
   * wait, which takes 0.8 s for 100,000, so it runs rarely. The end of a stop releases 5,000 by itself.
   */
  @Chore({ name: 'released_messages', everyMs: 60_000, per: 'service' })
  async release(): Promise<boolean> {
    const released = await this.database.transaction((tx) => this.releaseIn(tx, null), 'background');
    return released === MAX_RELEASED;
  }

  /** In all sub accounts or in one. Returns the number of stops. */
  private async tryIn(tx: Tx, subAccountId: number | null): Promise<number> {
    const at = this.clock.now();
    const due = await this.stops.lockDue(tx, subAccountId, at);
    for (const stop of due) {
      const tried = triedAt(stop, await this.stops.waitingFor(tx, stop, this.mail.from.address), at);
      await this.stops.update(tx, tried);
      if (tried.probe === null) continue;
      await this.stops.makeDue(tx, [tried.probe], at);
      this.wake(tx, stop, at);
    }
    return due.length;
  }

  /** In all sub accounts or in one. Returns the number of messages. */
  private async releaseIn(tx: Tx, subAccountId: number | null): Promise<number> {
    const at = this.clock.now();
    const released = await this.stops.release(tx, subAccountId, this.mail.from.address, at);
    for (const tenant of released) this.wake(tx, tenant, at);
    return released.length;
  }

  private wake(tx: Tx, { account_id, sub_account_id }: Tenant, at: Date): void {
    this.lanes.note(tx, [{ account_id, sub_account_id, type: 'email', due_at: at }]);
  }

  private logStopped(tx: Tx, stop: SendingStop): void {
    const message =
      'Stopped the mails of a sender, because the mail server refused our relay, login or sender';
    afterCommit(tx, () => this.logger.warn({ message, ...loggedOf(stop), reply: stop.msg }));
  }
}

/** The part of the address before the @ may name a person. */
function loggedOf({ sub_account_id, sender, code }: SendingStop): object {
  return { sub_account_id, sender_domain: domainOf(sender), code };
}

function nameOf({ sub_account_id, sender }: Sender): string {
  return `${sub_account_id} ${sender}`;
}
