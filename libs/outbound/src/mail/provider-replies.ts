import type { ReplyMeaning } from './reply-phrases';

/** A reply of one provider whose code or words mean something else than they do elsewhere. */
export interface ProviderReply {
  provider: string;
  /** Matched against the reply in lower case on one line, with its codes and without addresses, URLs and names of hosts. */
  says: RegExp;
  means: ReplyMeaning;
  /** Only if a host of this name is in the reply. */
  host?: RegExp;
  /** Only as the answer to the mail itself. */
  at?: 'data';
  /** Where the provider, or a collection of its replies, has it. */
  source: string;
}

const MICROSOFT =
  'https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online/non-delivery-reports-in-exchange-online';
const OUTLOOK = 'https://sendersupport.olc.protection.outlook.com/pm/troubleshooting';
const ORANGE = 'https://www.postmastery.com/orange-postmaster-smtp-error-codes-ofr/';
const SISIMAI = 'https://github.com/sisimai/set-of-emails';
const ZONE_MTA = 'https://github.com/zone-eu/zone-mta/blob/master/config/bounces.txt';

/** The first entry that fits decides, before the phrases that all servers share. Each new entry names its source. */
export const PROVIDER_REPLIES: readonly ProviderReply[] = [
  {
    provider: 'Gmail',
    says: /\*\* address not found \*\*/,
    means: 'gone',
    source: 'https://support.google.com/mail/answer/6596',
  },
  {
    provider: 'Microsoft 365',
    says: /5\.4\.1 .{0,30}address(?:es)? rejected ?: access denied|all recipient addresses rejected ?: access denied/,
    means: 'gone',
    source: MICROSOFT,
  },
  { provider: 'Microsoft 365', says: /\b5\.7\.504\b/, means: 'gone', source: MICROSOFT },
  // RFC 5321 has it for a mailbox that is busy or refuses mail for a while.
  {
    provider: 'any',
    says: /\b450 .{0,40}mailbox (?:is )?unavailable/,
    means: 'undelivered',
    source: 'https://www.rfc-editor.org/rfc/rfc5321#section-4.2.3',
  },
  // RFC 5321 has one text for mailboxes that do not exist and for refusals by policy.
  {
    provider: 'any',
    says: /\b5\.7\.\d{1,3} .{0,40}mailbox (?:is )?unavailable/,
    means: 'policy',
    source: 'https://www.rfc-editor.org/rfc/rfc5321#section-4.2.3',
  },
  // A group or a mailbox that takes mail of its own organization only.
  {
    provider: 'Microsoft 365',
    says: /resolver\.rst\.|\b5\.7\.1(?:2|24|3[3-6])\b/,
    means: 'policy',
    source: MICROSOFT,
  },
  // The server of the recipient has no TLS, or a certificate that does not fit.
  { provider: 'Microsoft 365', says: /\b5\.7\.32[1-5]\b/, means: 'undelivered', source: MICROSOFT },
  // Too many invalid recipients, or the account's own limits.
  { provider: 'Microsoft 365', says: /\b5\.1\.90\b|submission quota/, means: 'relay', source: MICROSOFT },
  {
    provider: 'Outlook.com',
    says: /\(s3(?:1[1-5]\d|140|150)\)|\b(?:sc|oj|dy|ou)-00\d \(/,
    means: 'policy',
    source: OUTLOOK,
  },
  { provider: 'Orange, La Poste', says: /\b(?:lpn|ofr)(?:_|\d{3}_)416\b/, means: 'gone', source: ORANGE },
  { provider: 'Orange, La Poste', says: /\b(?:lpn|ofr)(?:_|\d{3}_)417\b/, means: 'full', source: ORANGE },
  {
    provider: 'Orange, La Poste',
    says: /\b(?:lpn|ofr)(?:_|\d{3}_)42[06]\b/,
    means: 'paused',
    source: ORANGE,
  },
  {
    provider: 'Orange, La Poste',
    says: /\b(?:lpn|ofr)(?:_|\d{3}_)(?:305|402)\b/,
    means: 'auth',
    source: ORANGE,
  },
  {
    provider: 'Orange, La Poste',
    says: /\b(?:lpn|ofr)(?:_|\d{3}_)4(?:0[35]|15|21)\b/,
    means: 'sender',
    source: ORANGE,
  },
  {
    provider: 'Orange, La Poste',
    says: /\b(?:lpn|ofr|ouk)(?:_|\d{3}_)\d{3}\b/,
    means: 'policy',
    source: ORANGE,
  },
  {
    provider: 'AOL',
    says: /\((?:rtr|con|dyn|hvu|rly|scr):[a-z]{1,3}\d?\)|\[(?:rtr|con|dyn|hvu|rly|scr):[a-z]{1,3}\d?\]/,
    means: 'policy',
    source: ZONE_MTA,
  },
  // Their codes for the address of the relay, which stand behind `sender rejected`.
  {
    provider: 'Cox, Spectrum, AT&T',
    says: /\baup#/,
    means: 'policy',
    source: 'https://www.cox.com/residential/support/email-error-codes.html',
  },
  { provider: 'T-Online', says: /\bip\b.{0,20} - a problem occurred/, means: 'policy', source: ZONE_MTA },
  { provider: 'Yandex', says: /:blocked\)/, means: 'policy', source: ZONE_MTA },
  {
    provider: 'Tencent QQ',
    says: /mailbox unavailable or access denie/,
    means: 'policy',
    source: 'https://service.mail.qq.com/detail/122/166',
  },
  {
    provider: 'NetEase 163',
    says: /\b(?:dt|hl|mi|rp|wm):[a-z]{3}\b/,
    means: 'policy',
    source: 'https://mail.163.com/help/help_spam_16.htm',
  },
  // The answer to a recipient that the directory does not know.
  {
    provider: 'Cisco Secure Email',
    says: /5\.1\.0 address rejected/,
    means: 'gone',
    source: 'https://www.dbmailserver.com/tui-xin-address-not-exist.htm',
  },
  // Once it has the mail, docomo answers so for a person whose own filter refuses the sender.
  {
    provider: 'NTT docomo',
    says: /unknown user/,
    means: 'policy',
    host: /\.docomo\.ne\.jp\b/,
    at: 'data',
    source: SISIMAI,
  },
  { provider: 'Amazon SES', says: /5\.4\.4 invalid domain/, means: 'gone', source: SISIMAI },
  { provider: 'HCL Domino', says: /mail file size exceeds/, means: 'full', source: SISIMAI },
  { provider: 'procmail', says: /procmail: /, means: 'undelivered', source: SISIMAI },
];
