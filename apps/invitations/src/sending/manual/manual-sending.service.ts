import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { InviteType, Tenant } from '@plaudit/contracts';
import { FairSemaphore, Database, type Tx } from '@plaudit/database';
import { type PreparedMessage, PreparationService } from '../../preparing/preparation.service';
import { ClaimsRepository } from '../../queue/claims.repository';
import type { RequestRow } from '../../requests/request-rows';
import { RequestsRepository } from '../../requests/requests.repository';
import { AttemptService } from '../attempt.service';
import type { SendOutcome } from '../outcome';
import { notConfigured, notPending, refusalOf } from './manual-refusals';

/** A client waits no longer for the mail server. */
const MAX_WAIT_MS = 15_000;
const DRAIN_MS = 20_000;

/** Sends single messages because a client asks for it. A message is leased as the worker does it, so only one of them sends it. */
@Injectable()
export class ManualSendingService implements OnModuleDestroy {
  private readonly underWay = new Set<Promise<void>>();
  /** As many as of due messages. */
  private readonly connections: Readonly<Record<InviteType, FairSemaphore>>;
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly claims: ClaimsRepository,
    private readonly requests: RequestsRepository,
    private readonly preparation: PreparationService,
    private readonly attempts: AttemptService,
  ) {
    this.connections = {
      email: new FairSemaphore({ size: attempts.connectionsFor('email') }),
      sms: new FairSemaphore({ size: attempts.connectionsFor('sms') }),
    };
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await atMost(DRAIN_MS, Promise.all(this.underWay));
  }

  /**
   * Sends a pending request and returns it as it is then: sent, failed, pending again after a temporary error, or still on its way
   * after 15 s. A process that sends no mails makes it due instead, and returns it as pending. Throws 400 or 402, and changes nothing,
   * if it cannot be sent.
   */
  async send(tenant: Tenant, id: number): Promise<RequestRow> {
    const message = await this.database.transaction((tx) => this.prepare(tx, tenant, id));
    const ended = this.deliver(message);
    this.underWay.add(ended);
    void ended.finally(() => this.underWay.delete(ended));
    await atMost(MAX_WAIT_MS, ended);
    return this.database.transaction((tx) => this.requests.get(tx, tenant, id));
  }

  /** The lock of the person comes before that of the row, as everywhere. */
  private async prepare(tx: Tx, tenant: Tenant, id: number): Promise<PreparedMessage> {
    const found = await this.requests.get(tx, tenant, id);
    if (!this.attempts.canSend(found.type)) throw notConfigured(found.type);
    await this.preparation.lockPerson(tx, found);
    const row = await this.claims.claimOne(tx, tenant, id);
    if (!row) throw notPending(await this.requests.get(tx, tenant, id));
    const prepared = await this.preparation.prepareOne(tx, row);
    if ('kind' in prepared) throw refusalOf(prepared);
    return prepared;
  }

  private async deliver(message: PreparedMessage): Promise<void> {
    const isSentHere = this.attempts.connectionsFor(message.row.type) > 0;
    const outcome = isSentHere ? await this.converse(message) : null;
    await this.attempts.finish(message, outcome ?? { kind: 'released', delayMs: 0 });
  }

  private async converse(message: PreparedMessage): Promise<SendOutcome | null> {
    const { type, account_id } = message.row;
    return this.connections[type].run(account_id, async () =>
      this.stopping ? null : this.attempts.send(message),
    );
  }
}

/** Waits for the work, but not longer than this. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, expired]).finally(() => clearTimeout(timer));
}
