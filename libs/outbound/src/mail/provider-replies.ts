import type { ReplyMeaning } from './reply-phrases';

/** A reply of one provider whose code or words mean something else than they do elsewhere. */
export interface ProviderReply {
  provider: string;
  /** Matched against the reply in lower case and on one line, with its codes, without addresses and host names. */
  says: RegExp;
  means: ReplyMeaning;
  /** Only if a host of this name is in the reply. Names of other hosts are never read. */
  host?: RegExp;
  /** Only as the answer to this command. */
  at?: 'data';
  /** Where the provider or a collection of bounces has it. */
  source: string;
}

const CISCO = 'https://www.cisco.com/c/en/us/support/security/email-security-appliance/';
const OUTLOOK = 'https://sendersupport.olc.protection.outlook.com/pm/troubleshooting.aspx';
const ZONE_MTA = 'https://github.com/zone-eu/zone-mta/blob/master/config/bounces.txt';
const SISIMAI = 'https://libsisimai.org/en/reason/';
const MICROSOFT =
  'https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online/non-delivery-reports-in-exchange-online';
const GOOGLE = 'https://support.google.com/a/answer/3726730';
const ORANGE = 'https://www.postmastery.com/orange-postmaster-smtp-error-codes-ofr/';
const QQ = 'https://service.mail.qq.com/';

/** The first entry that fits decides, before the phrases that all servers share. To add one, name its source. */
export const PROVIDER_REPLIES: readonly ProviderReply[] = [
  // An unknown recipient of a domain whose directory is checked at the edge.
  {
    provider: 'Microsoft 365',
    says: /5\.4\.1 .{0,40}recipient address(?:es)? rejected ?: access denied|5\.7\.504\b/,
    means: 'gone',
    source: MICROSOFT,
  },
  {
    provider: 'Microsoft 365',
    says: /all recipient addresses rejected ?: access denied/,
    means: 'gone',
    source: MICROSOFT,
  },
  {
    provider: 'Microsoft 365',
    says: /\(?s3(?:140|150|114|115|116)\)?|\b[a-z]{2}-00[1-4] \(/,
    means: 'policy',
    source: OUTLOOK,
  },
  { provider: 'Orange, La Poste', says: /\b(?:lpn|ofr|ouk)\d{0,3}[_-]?416\b/, means: 'gone', source: ORANGE },
  { provider: 'Orange, La Poste', says: /\b(?:lpn|ofr|ouk)\d{0,3}[_-]?417\b/, means: 'full', source: ORANGE },
  {
    provider: 'Orange, La Poste',
    says: /\b(?:lpn|ofr|ouk)\d{0,3}[_-]?42[06]\b/,
    means: 'paused',
    source: ORANGE,
  },
  {
    provider: 'Orange, La Poste',
    says: /\b(?:lpn|ofr|ouk)\d{0,3}[_-]?4(?:0[35]|15|21)\b/,
    means: 'sender',
    source: ORANGE,
  },
  {
    provider: 'Orange, La Poste',
    says: /\b(?:lpn|ofr|ouk)\d{0,3}[_-]?\d{3}\b/,
    means: 'policy',
    source: ORANGE,
  },
  { provider: 'Tencent QQ', says: /mailbox unavailable or access denie/, means: 'policy', source: QQ },
  {
    provider: 'T-Online',
    says: /\bip[=:]ip - a problem occurred|\bip=\S+ - a problem occurred/,
    means: 'policy',
    source: ZONE_MTA,
  },
  // The default answer of Cisco's gateways to a recipient that LDAP does not know.
  { provider: 'Cisco Secure Email', says: /#5\.1\.0 address rejected/, means: 'gone', source: CISCO },
  // A filter of the person, which docomo answers like an unknown mailbox once it has the mail.
  {
    provider: 'NTT docomo',
    says: /unknown user/,
    means: 'policy',
    host: /\.docomo\.ne\.jp\b/,
    at: 'data',
    source: SISIMAI,
  },
  { provider: 'procmail', says: /procmail: /, means: 'undelivered', source: SISIMAI },
  { provider: 'Gmail', says: /\*\* address not found \*\*/, means: 'gone', source: GOOGLE },
];
