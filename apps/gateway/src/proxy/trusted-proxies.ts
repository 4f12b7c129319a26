import { BlockList, isIP } from 'node:net';

/** Parses TRUSTED_PROXIES. Returns null if the list is empty. Throws an error that names the bad entry. */
export function trustedProxies(text: string): BlockList | null {
  const entries = text.split(',').flatMap((entry) => entry.trim() || []);
  if (entries.length === 0) return null;
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address);
    const isRange =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
    if (family === 0 || !isRange)
      throw new RangeError(`TRUSTED_PROXIES: "${entry}" is neither an address nor a CIDR block`);
    const type = family === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, type);
    else list.addSubnet(address, Number(bits), type);
  }
  return list;
}
