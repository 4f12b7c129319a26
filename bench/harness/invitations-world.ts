import { Client } from 'pg';
import type { Cleanup } from './cleanup';
import { builtProgram, Program, sourceProgram } from './program';
import { POOL, tokenHeader } from './programs';
import { administer } from './reviews';
import { type Servers, startServers } from './servers';
import { sized } from './sizes';

const PER_REQUEST = 500;
/** Below `limits.daily` of one sub account. */
const PER_SUB_ACCOUNT = 5_000;
export const FUTURE = sized(1_000_000, 10_000);
const TICKS = sized(50, 10);
const CLAIM = "select * from claim_requests('email', 64, 32, 16, 600)";
const SMALL = 9_000;
const LARGE = 9_001;
export const LARGE_MAILS = sized(5_000, 200);
const SMALL_MAILS = sized(40, 5);

/** What is measured is the product and not its throttles. */
const NO_LIMITS = {
  SMTP_PER_MINUTE: '0',
  SMTP_DOMAIN_PER_MINUTE: '0',
  MAIL_FROM: 'Bench <bench@example.com>',
};
const ADD_BULK = '/public/v1/invite/requests/add_bulk';
const SETTINGS = {
  name: 'Bench',
  from_name: 'Harbour Bakery',
  review_url: 'https://reviews.example.com/write',
  delay: 0,
  send_window: { enabled: false },
  limits: { daily: 10_000 },
  cooldown: { days: 0 },
};

interface Sending {
  perSecond: number;
  megabytes: number;
  megabytesEarly: number;
}

/** Postgres and NATS, a sink of mails, and two processes of the service: one adds and one sends. */
export class InvitationsWorld {
  private nextSubAccount = 100;

  private constructor(
    private readonly servers: Servers,
    private readonly api: string,
    private readonly sink: Program,
  ) {}

  static async start(cleanup: Cleanup): Promise<InvitationsWorld> {
    const servers = await startServers(cleanup);
    const sink = await Program.start({
      args: sourceProgram('mail-sink.process.ts'),
      env: { NODE_ENV: 'production' },
      ready: /Listening on (http:\/\/[\d.:]+)/,
      ipc: true,
    });
    cleanup.defer(() => sink.stop());
    const api = await start(servers, { SMTP_URL: smtpOf(sink), SMTP_CONNECTIONS: '0' });
    cleanup.defer(() => api.stop());
    return new InvitationsWorld(servers, api.said, sink);
  }

  /** Adds this many requests that are due at once. Returns requests per second. */
  async add(total: number): Promise<number> {
    let milliseconds = 0;
    for (let left = total; left > 0; left -= PER_SUB_ACCOUNT) {
      milliseconds += await this.addTo(this.nextSubAccount, Math.min(left, PER_SUB_ACCOUNT));
      this.nextSubAccount += 1;
    }
    return (total / milliseconds) * 1_000;
  }

  /** Returns the milliseconds that it took. */
  private async addTo(subAccount: number, total: number, domain = 'example.com'): Promise<number> {
    await this.know(subAccount);
    const headers = {
      ...(await tokenHeader(this.servers, subAccount, 'invitations')),
      'content-type': 'application/json',
    };
    const profile = await post(`${this.api}/public/v1/invite/settings/add`, headers, {
      settings: { ...SETTINGS, name: `Bench ${performance.now()}`, default: true },
    });
    if (profile.success !== true) throw new Error(`No settings: ${JSON.stringify(profile)}`);
    const bodies = Array.from({ length: Math.ceil(total / PER_REQUEST) }, (_, place) => ({
      requests: Array.from({ length: Math.min(PER_REQUEST, total - place * PER_REQUEST) }, (_each, n) => ({
        recipient: `customer${place * PER_REQUEST + n}@${domain}`,
        name: `Customer ${place * PER_REQUEST + n}`,
        data: { order: n },
      })),
    }));
    const from = performance.now();
    for (const body of bodies) {
      const answer = await post(this.api + ADD_BULK, headers, body);
      if (answer.inserted !== body.requests.length)
        throw new Error(`Not added: ${JSON.stringify(answer).slice(0, 500)}`);
    }
    return performance.now() - from;
  }

  /** Starts a sending process and waits until it has sent everything. */
  async send(total: number): Promise<Sending> {
    const before = await this.accepted();
    const sender = await start(this.servers, { SMTP_URL: smtpOf(this.sink) });
    try {
      const first = await this.until(before + Math.ceil(total / 10));
      const megabytesEarly = sender.residentMegabytes();
      const last = await this.until(before + total);
      const perSecond = ((last.accepted - first.accepted) / (last.at - first.at)) * 1_000;
      return { perSecond, megabytes: sender.residentMegabytes(), megabytesEarly };
    } finally {
      await sender.stop();
    }
  }

  /** Sends as many mails with nodemailer alone. Returns mails per second. */
  async sendBare(total: number): Promise<number> {
    const bare = await Program.start({
      args: sourceProgram('bare-mailer.process.ts'),
      env: { NODE_ENV: 'production', SMTP_URL: smtpOf(this.sink), MAILS: String(total) },
      ready: /Sent (\d+) mails a second/,
    });
    await bare.stop();
    return Number(bare.said);
  }

  /** Returns the milliseconds from due to accepted of single mails of a tenant, as long as another one sends thousands. */
  async fairness(): Promise<number[]> {
    await this.addTo(LARGE, LARGE_MAILS, 'large.example.com');
    const sender = await start(this.servers, { SMTP_URL: smtpOf(this.sink) });
    const delays: number[] = [];
    try {
      while (delays.length < SMALL_MAILS && (await this.arrivals(LARGE)).length < LARGE_MAILS) {
        const sent = delays.length;
        const from = Date.now();
        await this.addTo(SMALL, 1, `small${sent}.example.com`);
        delays.push((await this.arrival(SMALL, sent)) - from);
      }
    } finally {
      await sender.stop();
    }
    return delays;
  }

  /** Fills the table with requests of the future and returns the milliseconds of ticks that find nothing due. */
  async ticks(): Promise<number[]> {
    await administer(
      this.servers.adminUrl,
      `insert into invitations.requests (account_id, sub_account_id, settings_id, type, status, recipient, recipient_key,
         schedule, send_at, due_at)
       select 1, 20000 + n % 500, 1, 'email', 'pending', 'c' || n || '@example.com', sha256(n::text::bytea), at, at, at
       from (select n, now() + interval '1 day' + n * interval '1 second' as at from generate_series(1, ${FUTURE}) as n) as future`,
    );
    await administer(
      this.servers.adminUrl,
      `insert into invitations.lanes (sub_account_id, type, account_id, next_due_at)
       select sub_account_id, 'email', 1, min(due_at) from invitations.requests where sub_account_id >= 20000 and due_at is not null group by 1`,
    );
    // What the measurement of fairness left is due.
    await administer(this.servers.adminUrl, 'delete from invitations.requests where due_at <= now()');
    await administer(this.servers.adminUrl, 'vacuum analyze invitations.requests');
    const client = new Client({ connectionString: this.servers.databaseUrl('invitations') });
    await client.connect();
    await client.query(CLAIM);
    const took: number[] = [];
    try {
      for (let tick = 0; tick < TICKS; tick += 1) {
        const from = performance.now();
        const { rowCount } = await client.query(CLAIM);
        took.push(performance.now() - from);
        if (rowCount !== 0) throw new Error(`A tick that should find nothing claimed ${rowCount} requests`);
      }
    } finally {
      await client.end();
    }
    return took;
  }

  private async know(subAccount: number): Promise<void> {
    await administer(
      this.servers.adminUrl,
      `with account as (
         insert into invitations.account_copies (account_id, company_name, version) values (1, 'Harbour Bakery', 1)
         on conflict do nothing
       )
       insert into invitations.businesses (sub_account_id, account_id, name, main, version)
       values ($1, 1, 'Harbour Bakery', false, 1) on conflict do nothing`,
      [subAccount],
    );
  }

  private async accepted(): Promise<number> {
    const counts = await this.sink.ask<Record<string, number>>('counts');
    return Object.values(counts).reduce((sum, each) => sum + each, 0);
  }

  private async until(wanted: number): Promise<{ accepted: number; at: number }> {
    for (;;) {
      const accepted = await this.accepted();
      if (accepted >= wanted) return { accepted, at: performance.now() };
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Returns when the mails of a sub account arrived, in milliseconds since 1970. */
  private arrivals(subAccount: number): Promise<number[]> {
    return this.sink.ask<number[]>(`times ${subAccount}`);
  }

  private async arrival(subAccount: number, place: number): Promise<number> {
    for (;;) {
      const at = (await this.arrivals(subAccount))[place];
      if (at !== undefined) return at;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

function smtpOf(sink: Program): string {
  return sink.said.replace('http:', 'smtp:');
}

function start(servers: Servers, env: Record<string, string>): Promise<Program> {
  const settings = { ...servers.settings('invitations'), NODE_ENV: 'production', DATABASE_POOL: POOL };
  return Program.start({
    args: [builtProgram('invitations')],
    env: { ...settings, ...NO_LIMITS, ...env },
    ready: /Listening on (http:\/\/[\d.:]+)/,
  });
}

async function post(
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
}
