import type { Database } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import type { Clock } from '@plaudit/runtime';
import type { DnsReply, DnsStub } from '@plaudit/testing';
import { AccountChangesService } from '../accounts/account-changes.service';
import { AccountsRepository } from '../accounts/accounts.repository';
import { Api, newEmail } from '../accounts/accounts-world.suite';
import { auditOn } from '../audit/audit.suite';
import { ApiKeyCache } from '../authentication/api-key.cache';
import { COMMANDS } from '../cli/commands';
import { GatewayEnv } from '../gateway.env';
import type { GatewayWorld } from '../gateway-world.suite';
import { KeysRepository } from '../keys/keys.repository';
import { ask, OWNER, type SignIns, signIns } from '../sign-in/sign-in-world.suite';
import { VanityChecksService } from './vanity-checks.service';
import { VanityDomainsRepository } from './vanity-domains.repository';
import { VanityProofsClient } from './vanity-proofs.client';
import { VanityVerificationsService } from './vanity-verifications.service';

let hosts = 0;
export const newHost = (): string => `reviews-${(hosts += 1)}.acme.example`;

/** The fields of an account that describe its white-label domain. */
export interface Domain {
  vanity_url: string | null;
  vanity_status: string;
  vanity_proof: { name: string; value: string } | null;
}

export interface VanityWorld {
  sql: SignIns['sql'];
  /** Runs a command of the operator and returns what it prints. */
  command: (name: string, options: Record<string, string>) => Promise<string>;
  addAccount: () => Promise<Api>;
  domainOf: (api: Api) => Promise<Domain>;
  /** Asks for a check of the proof, by default of the first account. */
  verify: (api?: Api) => Promise<Domain>;
  /** Names the host and publishes the proof of the account, beside the records that the name has. */
  publishProof: (host: string, api?: Api) => Promise<void>;
  /** Returns the origin of a new sign-in link. */
  linkOrigin: () => Promise<string>;
  isServed: (host: string) => Promise<boolean>;
}

/** `zone` holds what the name server of the gateway answers. */
export function vanityWorld(at: () => GatewayWorld, zone: Map<string, DnsReply>): VanityWorld {
  const { sql, callApi } = signIns(at);
  const admin = (): Api => new Api(at().url, at().apiKey);
  const domainOf = async (api: Api): Promise<Domain> => (await api.get('/account')).body;
  const command: VanityWorld['command'] = async (name, options) => {
    const lines: string[] = [];
    const env = { DATABASE_URL: at().world.databaseUrl('gateway') };
    await COMMANDS[name]!({ options, env, print: (line) => lines.push(line) });
    return lines.join('\n');
  };
  return {
    sql,
    command,
    domainOf,
    addAccount: async () => {
      const printed = await command('create', { company: 'Rival', email: newEmail() });
      return new Api(at().url, /rk_\w{40}/.exec(printed)?.[0] as string);
    },
    verify: async (api = admin()) => (await api.post('/account/vanity_url/verify')).body,
    publishProof: async (host, api = admin()) => {
      await api.put('/account', { vanity_url: host });
      const { name, value } = (await domainOf(api)).vanity_proof!;
      const published = zone.get(name);
      const texts = typeof published === 'object' && 'texts' in published ? published.texts : ['v=spf1 -all'];
      zone.set(name, { texts: [...texts, value] });
    },
    linkOrigin: async () => new URL(String((await callApi('/login/get_url', OWNER)).json().url)).origin,
    isServed: async (host) => (await ask(at(), '/app/session', { headers: { host } })).status === 200,
  };
}

/** Returns the checks of another replica, which asks this name server. */
export function checksOf(database: Database, dns: DnsStub, clock: Clock): VanityChecksService {
  const domains = new VanityDomainsRepository(database);
  const changes = new AccountChangesService(
    database,
    new AccountsRepository(database),
    auditOn(database),
    new Outbox({ service: 'gateway', wake: () => {} }),
    new ApiKeyCache(new KeysRepository(database)),
  );
  const proofs = new VanityProofsClient(Object.assign(new GatewayEnv(), { DNS_SERVERS: dns.address }));
  const verifications = new VanityVerificationsService(domains, changes, clock);
  return new VanityChecksService(domains, proofs, verifications, clock);
}
