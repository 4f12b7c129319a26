import { TxtRecords } from '@plaudit/outbound';

/** Returns the records that the name servers of DNS_SERVERS know. Throws an error that names the setting if it is not valid. */
export function recordsOf(text: string): TxtRecords {
  const servers = text.split(',').flatMap((server) => server.trim() || []);
  try {
    return new TxtRecords(servers);
  } catch {
    throw new RangeError(
      `DNS_SERVERS: "${text}" is not a list of addresses such as 192.0.2.53,192.0.2.54:5353`,
    );
  }
}
