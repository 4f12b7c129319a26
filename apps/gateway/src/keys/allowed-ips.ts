import { isIP } from 'node:net';
import { ApiError } from '@plaudit/contracts';
import ipaddr from 'ipaddr.js';

export const MAX_ALLOWED_IPS = 50;

/** Longer than every address with a prefix length. Bounds the work and the text that the error repeats. */
const MAX_ENTRY_LENGTH = 50;

/** The IPv6 block that holds every IPv4 address is a /96. */
const MAPPED_BITS = 96;

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Block = [network: Address, bits: number];

/**
 * Returns IP addresses and CIDR blocks in canonical form, without duplicates: lower case, shortest spelling, IPv4 rather
 * than IPv4-mapped IPv6, and no prefix length on a single address. Throws 400 that names the first invalid entry.
 */
export function parseAllowedIps(entries: readonly string[]): string[] {
  return [...new Set(entries.map(canonical))];
}

/**
 * Returns a function that tells whether an address is in the list. It does not use Node's BlockList, for which every
 * IPv4 address is in `::/0`.
 */
export function addressCheck(allowed: readonly string[]): (address: string) => boolean {
  const blocks = allowed.map(blockOf);
  return (address) => {
    const parsed = readAddress(address.split('%')[0] ?? '');
    if (!parsed) return false;
    const client = unmapped(parsed);
    return blocks.some((block) => holds(block, [client, widthOf(client)]));
  };
}

/**
 * Returns true if every address of `inner` is in `outer`. Both are canonical lists, and an empty list holds every
 * address. Compares entry by entry: blocks of `outer` that only together cover an entry of `inner` do not count.
 */
export function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true;
  const blocks = outer.map(blockOf);
  return inner.length > 0 && inner.every((entry) => blocks.some((block) => holds(block, blockOf(entry))));
}

function holds([network, bits]: Block, [address, ownBits]: Block): boolean {
  return network.kind() === address.kind() && ownBits >= bits && address.match(network, bits);
}

function unmapped(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** Splits a canonical entry. */
function blockOf(entry: string): Block {
  const [address = '', bits] = entry.split('/');
  const parsed = ipaddr.parse(address);
  return [parsed, bits === undefined ? widthOf(parsed) : Number(bits)];
}

function widthOf(address: Address): number {
  return address.kind() === 'ipv4' ? 32 : 128;
}

function canonical(entry: string, at: number): string {
  const block = entry.length <= MAX_ENTRY_LENGTH ? readBlock(entry) : null;
  if (!block) {
    const shown = entry.slice(0, MAX_ENTRY_LENGTH);
    const fix = 'send an IPv4 or IPv6 address such as 203.0.113.7, or a block such as 203.0.113.0/24';
    throw invalid(at, `must not be ${JSON.stringify(shown)}: ${fix}.`);
  }
  const [address, bits] = block;
  const network = networkOf(block);
  const written = bits === widthOf(address) ? network : `${network}/${bits}`;
  if (network === address.toString()) return written;
  throw invalid(at, `is an address inside a block: send ${written}, or ${address.toString()} alone.`);
}

/** Returns null unless the text is an address, or an address and a prefix length that fits it. */
function readBlock(entry: string): Block | null {
  const [text = '', bits, more] = entry.split('/');
  const given = readAddress(text);
  if (!given || more !== undefined) return null;
  if (bits !== undefined && !/^(0|[1-9]\d{0,2})$/.test(bits)) return null;
  const length = bits === undefined ? widthOf(given) : Number(bits);
  const address = unmapped(given);
  const ownLength = address === given ? length : length - MAPPED_BITS;
  return length <= widthOf(given) && ownLength >= 0 ? [address, ownLength] : null;
}

/**
 * Returns null unless the text is an IP address without a zone. ipaddr.js alone also reads `127.1` and octal parts, which
 * other programs read differently, and `::203.0.113.9` as an IPv4 address.
 */
function readAddress(text: string): Address | null {
  if (isIP(text) === 0 || text.includes('%') || /^::\d+\./.test(text)) return null;
  return ipaddr.parse(text);
}

function networkOf([address, bits]: Block): string {
  const type = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return type.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString();
}

function invalid(at: number, what: string): ApiError {
  const field = `allowed_ips[${at}]`;
  return new ApiError('invalid_value', `${field} ${what}`, { field });
}
