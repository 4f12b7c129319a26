import { lookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { type AddressPolicy, AddressRules } from './address-rules';
import { OutboundError } from '../outbound-error';
import type { Resolver } from './resolver';

/** The times of opening a request's connection. Empty if an open connection was reused. */
export interface DialRecord {
  dialled: boolean;
  dns: number | null;
  connect: number | null;
  tls: number | null;
}

let dispatching: DialRecord | null = null;

/**
 * Runs `dispatch`, which gives a request to undici, and records the connection that it opens for the request. undici does not report
 * for which request it opens one, but it begins to open it before it returns.
 */
export function recordDial(record: DialRecord, dispatch: () => void): void {
  dispatching = record;
  try {
    dispatch();
  } finally {
    dispatching = null;
  }
}

interface ConnectorOptions extends AddressPolicy {
  resolver: Resolver;
  connectTimeoutMs: number;
}

const TRANSPORT = {
  allowH2: false,
  // undici's own timer can be a second late. Ours is exact.
  timeout: 0,
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: 1_000,
  minVersion: 'TLSv1.2',
  // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch verification off.
  rejectUnauthorized: true,
} as const;

/**
 * Opens connections to checked addresses only. A name is resolved once, and one bad address refuses all of them. The
 * connection goes to the checked addresses, so a second DNS answer has no effect. Literal addresses never reach `lookup`,
 * so they are checked here. The peer of the open socket is checked again.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const rules = new AddressRules(options);
  const open = buildConnector({ ...TRANSPORT, lookup: vettedLookup(options, rules) });
  return (target, callback) =>
    checkedDial(open, target, callback, {
      limitMs: options.connectTimeoutMs,
      blocks: (address) => rules.blocks(address),
    });
}

/**
 * For hosts that the operator named: the system's resolver, and no address guard except `denyCidrs`. Pass none for the targets
 * of overrides, which the operator chose one by one.
 */
export function trustedConnector(
  connectTimeoutMs: number,
  denyCidrs: readonly string[] = [],
): buildConnector.connector {
  const rules = new AddressRules({ denyCidrs });
  const open = buildConnector({ ...TRANSPORT, lookup: undeniedLookup(rules) });
  return (target, callback) =>
    checkedDial(open, target, callback, {
      limitMs: connectTimeoutMs,
      blocks: (address) => rules.denies(address),
    });
}

interface DialChecks {
  limitMs: number;
  blocks: (address: string) => boolean;
}

/** Checks a literal address before the connection is opened, and the peer of every connection that was opened. */
function checkedDial(
  open: buildConnector.connector,
  target: buildConnector.Options,
  callback: buildConnector.Callback,
  { limitMs, blocks }: DialChecks,
): void {
  if (isIP(target.hostname) && blocks(target.hostname)) {
    callback(blockedAddress(), null);
    return;
  }
  timedDial(open, limitMs, target, (error, socket) => {
    if (socket && !blocks(socket.remoteAddress ?? '')) {
      callback(null, socket);
      return;
    }
    socket?.destroy();
    callback(error ?? blockedAddress(), null);
  });
}

/** Looks a name up as the system does, hosts file included. One denied address refuses all of them. */
function undeniedLookup(rules: AddressRules): LookupFunction {
  return (host, wanted, done) =>
    lookup(host, { ...wanted, all: true }, (error, found) => {
      const answers = found ?? [];
      const [first] = answers;
      if (error || !first) done(error ?? blockedAddress(), '', 0);
      else if (answers.some(({ address }) => rules.denies(address))) done(blockedAddress(), '', 0);
      else if (wanted.all) done(null, answers);
      else done(null, first.address, first.family);
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
  const isOwn = host === 'localhost' && options.allowLoopback;
  const addresses = isOwn ? ['127.0.0.1', '::1'] : await options.resolver.resolve(host);
  if (addresses.some((address) => rules.blocks(address))) throw blockedAddress();
  return addresses;
}

type Dialled = (error: Error | null, socket: Socket | null) => void;

/** The limit starts when the address is known, because DNS has its own limit. */
function timedDial(
  open: buildConnector.connector,
  limitMs: number,
  target: buildConnector.Options,
  dialled: Dialled,
): void {
  const record = dispatching;
  if (record) record.dialled = true;
  let phaseBegan = performance.now();
  const endPhase = (): number => {
    const began = phaseBegan;
    phaseBegan = performance.now();
    return phaseBegan - began;
  };
  let timer: NodeJS.Timeout | undefined;
  // The declared return type of a connector is void, but undici's function returns its socket.
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
