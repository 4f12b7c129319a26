import { Resolver as DnsResolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { OutboundError, sentenceFor } from '../outbound-error';

/** Far more addresses than any real service has. A longer list is an attack on the client. */
const MAX_ANSWERS = 16;
const LOOKUP_MS = 2_000;
const KEEP_MS = 30_000;
const KEEP_FAILURE_MS = 5_000;
const CACHE_ENTRIES = 10_000;

type Answer = { addresses: readonly string[] } | { failure: string; cause?: unknown };

/**
 * Resolves names through c-ares instead of the four threads of libuv's pool, where four names on an unresponsive server would
 * block every `dns.lookup` of the process. It reads DNS only, not the hosts file.
 */
export class Resolver {
  private readonly dns: DnsResolver;
  private readonly answers = new LRUCache<string, Answer>({ max: CACHE_ENTRIES });
  private readonly underway = new Map<string, Promise<Answer>>();

  /** `servers` are `ip:port`; by default the system's. `limitMs` is the maximum wait for an answer. */
  constructor(
    servers?: readonly string[],
    private readonly limitMs = LOOKUP_MS,
  ) {
    this.dns = new DnsResolver({ timeout: limitMs / 2, tries: 2 });
    if (servers?.length) this.dns.setServers(servers);
  }

  /** Returns IPv4 before IPv6 addresses. Throws `dns_error` within the limit (2 s). Caches answers for 30 s, failures for 5 s. */
  async resolve(host: string): Promise<readonly string[]> {
    const answer = this.answers.get(host) ?? (await this.ask(host));
    if ('failure' in answer) throw new OutboundError('dns_error', answer.failure, answer.cause);
    return answer.addresses;
  }

  close(): void {
    this.dns.cancel();
  }

  /** Sends one query per name at a time, however many connections wait for it. */
  private ask(host: string): Promise<Answer> {
    const running = this.underway.get(host);
    if (running) return running;
    const question = this.query(host).finally(() => this.underway.delete(host));
    this.underway.set(host, question);
    return question;
  }

  private async query(host: string): Promise<Answer> {
    const answer = await this.bothFamilies(host);
    this.answers.set(host, answer, { ttl: 'failure' in answer ? KEEP_FAILURE_MS : KEEP_MS });
    return answer;
  }

  private async bothFamilies(host: string): Promise<Answer> {
    const families = await Promise.allSettled([
      withinTime(this.dns.resolve4(host), this.limitMs),
      withinTime(this.dns.resolve6(host), this.limitMs),
    ]);
    const lists = families.map((family) => (family.status === 'fulfilled' ? family.value : []));
    if (lists.some((list) => list.length > MAX_ANSWERS)) {
      return { failure: 'The host name resolves to too many addresses.' };
    }
    const addresses = lists.flat();
    if (addresses.length > 0) return { addresses };
    const refused = families.find((family) => family.status === 'rejected');
    return { failure: sentenceFor('dns_error'), cause: refused?.reason };
  }
}

/** c-ares doubles its timeout with every attempt, so this sets the limit. */
export async function withinTime<T>(question: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No DNS answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([question, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
