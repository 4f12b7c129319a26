import { type RunningServices, startServices } from '@plaudit/runtime';
import {
  type EventRecorder,
  HttpClient,
  type HttpOptions,
  type HttpResult,
  SeededRandom,
  buildPublicPrincipal,
  startWorld,
  type World,
} from '@plaudit/testing';
import { UNLIMITED } from '@plaudit/contracts';
import { invitationsService } from '../service';
import { CLIENT_WAITS_MS, WalkMailServer } from './mail-server.suite';
import { OperationLog, WalkFailure } from './operation-log.suite';
import { type Barrier, barrier, WalkModel, type WalkTenant } from './walk-model.suite';
import { jumpAhead } from './time-jump.suite';

export const BOUNCE_SECRET = 'a-secret-of-the-walk-1234';
const HOUR_MS = 3_600_000;

export interface WalkOptions {
  seed: number;
  /** What a missing answer of the mail server means. */
  unknown: 'assume_sent' | 'retry';
}

export interface Suppressed {
  id: number;
  /** Null after the person was erased. */
  recipient: string | null;
  reason: string;
}

/** A response with the times of the real clock around it. */
export interface Timed extends HttpResult {
  sent: number;
  answered: number;
}

/** The service with a mail server that answers at random, sometimes a second replica, and a clock that jumps. */
export class WalkWorld {
  readonly model = new WalkModel();
  readonly random: SeededRandom;
  readonly log = new OperationLog(() => this.now);
  private readonly left = new Set<Promise<void>>();
  private readonly failures: unknown[] = [];
  private jumped = 0;
  private replica: RunningServices | null = null;

  private constructor(
    readonly options: WalkOptions,
    private readonly parts: { world: World; server: WalkMailServer; events: EventRecorder },
  ) {
    this.random = new SeededRandom(options.seed);
  }

  static async start(options: WalkOptions): Promise<WalkWorld> {
    let walkTime = (): number => Date.now();
    const server = await WalkMailServer.start(options.seed, () => walkTime());
    const world = await startWorld({
      services: [{ definition: invitationsService, settings: settingsOf(server.url, options) }],
    });
    const events = await world.recorder('invite.>');
    const walk = new WalkWorld(options, { world, server, events });
    walkTime = () => walk.now;
    return walk;
  }

  async close(): Promise<void> {
    this.server.acceptAll();
    await this.stopReplica();
    await this.parts.world.close();
    await this.server.close();
  }

  get world(): World {
    return this.parts.world;
  }

  get server(): WalkMailServer {
    return this.parts.server;
  }

  get events(): EventRecorder {
    return this.parts.events;
  }

  /** The time of the walk. A stored time is older than it by all jumps. */
  get now(): number {
    return Date.now() + this.jumped;
  }

  /** Returns a stored time in the time of the walk. */
  walkTimeOf(stored: Date | string): number {
    const time = stored instanceof Date ? stored : new Date(`${stored.replace(' ', 'T')}Z`);
    return time.getTime() + this.jumped;
  }

  get hasReplica(): boolean {
    return this.replica !== null;
  }

  async startReplica(): Promise<void> {
    const done = this.log.add('a second replica starts');
    const settings = { ...this.world.settings('invitations'), PORT: '0', METRICS_PORT: '0' };
    this.replica = await startServices([{ definition: invitationsService, settings }]);
    done('started');
  }

  async stopReplica(): Promise<void> {
    const { replica } = this;
    if (!replica) return;
    const done = this.log.add('the second replica stops');
    this.replica = null;
    await replica.close();
    done('stopped');
  }

  /** Calls one of the replicas for a sub account, or for the public if there is none. Fails on a status that is not expected. */
  async call(
    tenant: WalkTenant | null,
    request: string,
    expected: readonly number[],
    options: HttpOptions = {},
  ): Promise<Timed> {
    const [method, path] = request.split(' ') as [string, string];
    const body = options.body === undefined ? '' : ` ${JSON.stringify(options.body)}`;
    const done = this.log.add(`${tenant?.name ?? 'public'} ${request}${body}`);
    const caller = this.world.as(tenant ? principalOf(tenant) : buildPublicPrincipal());
    const isOther = this.replica !== null && this.random.next() < 0.4;
    const url = isOther ? this.replica!.url('invitations') : this.world.url('invitations');
    const client = new HttpClient(url, await caller.headers('invitations'));
    const sent = Date.now();
    const result = await client.send(method, path, options);
    const answered = Date.now();
    const { code, msg } = result.body as { code?: string; msg?: string };
    done(`${result.status}${code ? ` ${code}: ${msg}` : ''}${isOther ? ' by the second replica' : ''}`);
    if (!expected.includes(result.status)) {
      const answer = JSON.stringify(result.body).slice(0, 500);
      throw new WalkFailure(`${request}${body} responded with ${result.status} ${answer}`);
    }
    return { ...result, sent, answered };
  }

  /** Returns what forbids messages from now on, except for those whose conversation has begun. */
  async barrier(what: string): Promise<Barrier> {
    const inFlight = await this.inFlight();
    return barrier(what, Date.now(), inFlight);
  }

  /** Returns the messages whose conversation has begun. */
  async inFlight(): Promise<Set<number>> {
    const rows = await this.world.admin.query<{ id: string }>(
      "select id from invitations.requests where status = 'sending' and started_at is not null",
    );
    return new Set(rows.map(({ id }) => Number(id)));
  }

  /** Returns the messages that a worker has. */
  async busy(): Promise<Set<number>> {
    const rows = await this.world.admin.query<{ id: string }>(
      "select id from invitations.requests where status = 'sending'",
    );
    return new Set(rows.map(({ id }) => Number(id)));
  }

  /** Returns the people whom a tenant sends nothing. */
  async suppressionsOf(tenant: WalkTenant): Promise<Suppressed[]> {
    const { body } = await this.call(tenant, 'GET /public/v1/invite/suppressions/get?limit=100', [200]);
    return body.items as Suppressed[];
  }

  /** Lets a request go on while the walk continues. A failure is thrown by {@link settled}. */
  leave(request: Promise<void>): void {
    const noted = request
      .catch((error: unknown) => void this.failures.push(error))
      .then(() => {
        this.left.delete(noted);
      });
    this.left.add(noted);
  }

  /** Throws if a request failed meanwhile that was left. With `all`, it waits for all of them. */
  async settled(all: boolean): Promise<void> {
    if (all) await Promise.all(this.left);
    if (this.failures.length > 0) throw this.failures[0];
  }

  /** Fails because of what happened to these requests or addresses. */
  fail(fault: string, ...names: readonly (number | string)[]): never {
    throw new WalkFailure(fault, [...new Set(names.map(String))]);
  }

  /** Lets hours pass. */
  async jump(hours: number): Promise<void> {
    const done = this.log.add(`${hours} h pass`);
    await jumpAhead(this.world.databaseUrl('invitations'), this.now, hours);
    this.jumped += hours * HOUR_MS;
    done('passed');
  }
}

function principalOf({ accountId, subAccountId, invitesMonth }: WalkTenant): Parameters<World['as']>[0] {
  return {
    account_id: accountId,
    sub_account_id: subAccountId,
    main: false,
    limits: { ...UNLIMITED, invites_month: invitesMonth },
  };
}

function settingsOf(smtpUrl: string, { unknown }: WalkOptions): Record<string, string> {
  return {
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Plaudit <reviews@localhost>',
    SMTP_UNKNOWN: unknown,
    SMTP_PER_MINUTE: '0',
    SMTP_DOMAIN_PER_MINUTE: '0',
    SMTP_CONNECTIONS: '8',
    SMTP_CONNECT_TIMEOUT_MS: '5000',
    SMTP_ANSWER_TIMEOUT_MS: String(CLIENT_WAITS_MS),
    SMTP_PAUSE_SECONDS: '0.2',
    BOUNCE_WEBHOOK_SECRET: BOUNCE_SECRET,
    CHANNELS_URL: 'http://127.0.0.1:1',
  };
}
