export { type AddressPolicy, isBlockedAddress } from './guard/address-rules';
export type { BreakerRule, RequestOwner } from './breakers';
export { OutboundClient } from './outbound-client';
export { OutboundError, type OutboundErrorCode, type PhaseTimings } from './outbound-error';
export type { OutboundOptions, OutboundRequest, RequestLimits } from './outbound-options';
export { OutboundReply, type ReplyHeaders } from './outbound-reply';
export { Pace, type PaceAhead, type PaceClock, PaceExceeded, type PaceRule } from './pace';
export { Resolver } from './guard/resolver';
export {
  outboundPolicy,
  type OutboundPolicy,
  outboundProblems,
  type OutboundSettings,
  OutboundSettingsError,
  parseAllowHosts,
  parseDenyCidrs,
  parseDenyHosts,
  parseOriginOverrides,
} from './settings';
export { decodeText, encodingOf, type TextKind } from '@plaudit/contracts/decoded-text';
export { TxtRecords } from './txt-records';
export { checkUrl, hostAndPort, type UrlPolicy, UrlRefused, type UrlRule } from './guard/url-rules';
export { resolvesToBlocked } from './guard/resolve-check';
