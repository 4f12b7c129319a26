import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { type AddressPolicy, AddressRules } from './address-guard/address-rules';
import { OutboundError } from './outbound-error';
import type { Resolver } from './resolver';

/** What opening the connection of one request took; stays empty when an open connection was used again. */
export interface DialRecord {
  dialled: boolean;
  dns: number | null;
  connect: number | null;
  tls: number | null;
}

/** undici does not say which request a connection was opened for; the async context of the request does. */
export const dialRecord = new AsyncLocalStorage<DialRecord>();

interface ConnectorOptions extends AddressPolicy {
  resolver: Resolver;
  connectTimeoutMs: number;
}

const TRANSPORT = {
  allowH2: false,
  // undici's own timer is coarse (up to a second late); ours is exact.
  timeout: 0,
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: 1_000,
  minVersion: 'TLSv1.2',
  // Said aloud so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch verification off.
  rejectUnauthorized: true,
} as const;

/**
 * Opens connections to vetted addresses only. Names are resolved once, judged whole (one bad answer refuses them
 * all), and the very answers that were judged are dialled, so a second DNS answer is never seen. Literals never reach
 * `lookup`, so they are judged here. The peer of the open socket is judged again.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const rules = new AddressRules(options);
  const open = buildConnector({ ...TRANSPORT, lookup: vettedLookup(options, rules) });
  return (target, callback) => {
    if (isIP(target.hostname) && rules.blocks(target.hostname)) {
      callback(blockedAddress(), null);
      return;
    }
    timedDial(open, options.connectTimeoutMs, target, (error, socket) => {
      if (socket && rules.blocks(socket.remoteAddress ?? '')) {
        socket.destroy();
        callback(blockedAddress(), null);
        return;
      }
      if (socket) callback(null, socket);
      else callback(error ?? blockedAddress(), null);
    });
  };
}

/** For addresses the operator named (override targets, allowed hosts): the system's resolver, no address guard. */
export function trustedConnector(connectTimeoutMs: number): buildConnector.connector {
  const open = buildConnector(TRANSPORT);
  return (target, callback) =>
    timedDial(open, connectTimeoutMs, target, (error, socket) => {
      if (socket) callback(null, socket);
      else callback(error as Error, null);
    });
}

function blockedAddress(): OutboundError {
  return new OutboundError('blocked_address', 'The address is not allowed.');
}

function vettedLookup(options: ConnectorOptions, rules: AddressRules): LookupFunction {
  const resolve = callbackify((host: string) => resolveVetted(host, options, rules));
  return (host, wanted, done) =>
    resolve(host, (error, addresses) => {
      const answers = (addresses ?? []).map((address) => ({ address, family: isIP(address) }));
      const [first] = answers;
      if (error || !first) done(error ?? blockedAddress(), '', 0);
      else if (wanted.all) done(null, answers);
      else done(null, first.address, first.family);
    });
}

async function resolveVetted(
  host: string,
  options: ConnectorOptions,
  rules: AddressRules,
): Promise<readonly string[]> {
  if (host === 'localhost' && options.allowLoopback) return ['127.0.0.1', '::1'];
  const addresses = await options.resolver.resolve(host);
  if (addresses.some((address) => rules.blocks(address))) throw blockedAddress();
  return addresses;
}

type Dialled = (error: Error | null, socket: Socket | null) => void;

/** The limit runs from the moment the address is known: DNS has a limit of its own. */
function timedDial(
  open: buildConnector.connector,
  limitMs: number,
  target: buildConnector.Options,
  dialled: Dialled,
): void {
  const record = dialRecord.getStore();
  if (record) record.dialled = true;
  let phaseBegan = performance.now();
  const endPhase = (): number => {
    const began = phaseBegan;
    phaseBegan = performance.now();
    return phaseBegan - began;
  };
  let timer: NodeJS.Timeout | undefined;
  // The declared return type of a connector is void; the function undici builds returns its socket.
  const socket = open(target, (error, connected) => {
    clearTimeout(timer);
    if (record && connected && target.protocol === 'https:') record.tls = endPhase();
    dialled(error, connected);
  }) as unknown as Socket;
  const limit = (): void => {
    timer ??= setTimeout(() => socket.destroy(connectTimeout(limitMs)), limitMs);
  };
  socket.once('connect', () => {
    if (record) record.connect = endPhase();
  });
  socket.once('close', () => clearTimeout(timer));
  if (isIP(target.hostname)) {
    limit();
    return;
  }
  socket.once('lookup', () => {
    if (record) record.dns = endPhase();
    limit();
  });
}

function connectTimeout(limitMs: number): OutboundError {
  return new OutboundError('timeout', `No connection could be opened within ${limitMs} ms.`);
}
