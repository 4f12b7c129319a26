/** Nothing forbids a message any more from this time on. */
const FOREVER = Number.POSITIVE_INFINITY;

/** From `from` to `until`, no conversation may begin. Times are milliseconds of the real clock. */
export interface Barrier {
  what: string;
  from: number;
  until: number;
  /** Messages whose conversation had begun when the service answered. Each may have one. */
  inFlight: ReadonlySet<number>;
}

export function barrier(what: string, from: number, inFlight: ReadonlySet<number>): Barrier {
  return { what, from, until: FOREVER, inFlight };
}

interface Version<T> {
  value: T;
  sent: number;
  answered: number;
  inFlight: ReadonlySet<number>;
}

/** A value that clients change. While a change is on its way, the old and the new value are both allowed. */
export class Versioned<T> {
  private readonly versions: Version<T>[];

  constructor(first: T) {
    this.versions = [{ value: first, sent: -FOREVER, answered: -FOREVER, inFlight: new Set() }];
  }

  get latest(): T {
    return this.versions.at(-1)!.value;
  }

  /** `sent` and `answered` are the times of the request that changed it. Messages in flight may still have the value before. */
  change(value: T, sent: number, answered: number, inFlight: ReadonlySet<number> = new Set()): void {
    this.versions.push({ value, sent, answered, inFlight });
  }

  /** Returns the values that a conversation of this message may follow that began at this time. */
  at(time: number, id: number): T[] {
    const values: T[] = [];
    for (const { value, sent, answered, inFlight } of this.versions.toReversed()) {
      if (sent > time) continue;
      values.push(value);
      if (answered <= time && !inFlight.has(id)) break;
    }
    return values;
  }
}

/** A client has a message sent at once. Further attempts ignore what the first one ignores. */
export interface ManualSending {
  from: number;
  /** When the client had the answer. */
  answered: number;
  until: number;
}

/** When messages may be sent, in minutes of the local day. Null: always. */
export type Window = { start: number; end: number; zone: string } | null;

export interface WalkProfile {
  id: number;
  /** Seconds between the messages of a sequence. */
  delays: number[];
  cooldownDays: Versioned<number>;
  window: Versioned<Window>;
  deleted: boolean;
}

export interface WalkTenant {
  name: string;
  accountId: number;
  subAccountId: number;
  invitesMonth: number;
  /** Addresses in lower case. */
  people: string[];
  profiles: WalkProfile[];
}

/** What clients were told about one request. */
export interface WalkRequest {
  id: number;
  tenant: WalkTenant;
  rootId: number;
  step: number;
  profile: WalkProfile;
  /** In lower case. */
  recipient: Versioned<string>;
  /** Everybody whom it was ever addressed to. */
  recipients: Set<string>;
  name: Versioned<string>;
  /** In the time of the walk. */
  notBefore: Versioned<number>;
  /** Seconds after the message before it; null for a first message, and after a client chose another time. */
  delay: number | null;
  zone: string | null;
  ignoresCooldown: boolean;
  reference: string | null;
  barriers: Barrier[];
  /** While it counts as sent at once by a client: until it gets another time or recipient. */
  manual: ManualSending[];
  /** As it was seen last. */
  status: string;
  deleted: boolean;
  /** In how many checks in a row it waited although its recipient was suppressed. */
  waitedFor: number;
  /** Links were followed as a person does, and nobody else did meanwhile. */
  clickedByPerson: boolean;
  clickedByProgram: boolean;
}

/** A person in the eyes of one sub account. */
export interface WalkPerson {
  barriers: Barrier[];
  /** Why the person is suppressed now; null if not. */
  reason: string | null;
  /** All that was done since the person was last released. Of two things at once, either may come first. */
  reasons: Set<string>;
  /** Since when, in the time of the walk. */
  since: number;
}

/** What the service has promised. It knows nothing of how the service works. */
export class WalkModel {
  readonly tenants: WalkTenant[] = [];
  readonly requests = new Map<number, WalkRequest>();
  /** Leases that the walk took or ended, as if a worker was killed. */
  readonly lost = new Set<number>();
  /** Reports of bounces, by Message-ID and kind. */
  readonly reports = new Set<string>();
  private readonly people = new Map<string, WalkPerson>();

  personOf({ subAccountId }: WalkTenant, address: string): WalkPerson {
    const name = `${subAccountId} ${address.toLowerCase()}`;
    const known = this.people.get(name) ?? { barriers: [], reason: null, reasons: new Set(), since: 0 };
    this.people.set(name, known);
    return known;
  }

  sequenceOf({ rootId }: WalkRequest): WalkRequest[] {
    return [...this.requests.values()].filter((one) => one.rootId === rootId);
  }

  liveOf(tenant: WalkTenant): WalkRequest[] {
    return [...this.requests.values()].filter((one) => one.tenant === tenant && !one.deleted);
  }

  /** From now on, the person gets nothing. The first reason stays. */
  suppress(tenant: WalkTenant, address: string, reason: string, blocked: Barrier, since: number): void {
    const person = this.personOf(tenant, address);
    person.barriers.push(blocked);
    person.reasons.add(reason);
    if (person.reason !== null && reason !== 'erased') return;
    person.reason = reason;
    person.since = since;
  }

  /** The person may get messages again since this time. */
  release(tenant: WalkTenant, address: string, at: number): void {
    const person = this.personOf(tenant, address);
    person.reason = null;
    person.reasons.clear();
    for (const one of person.barriers) one.until = Math.min(one.until, at);
  }
}
