// class-transformer's @Type reads the type metadata that the compiler emits.
import 'reflect-metadata';

export { type EventOf, EVENTS, findEvent, KINDS, type Noun, type PlauditEvent } from './catalogue';
export { type DomainEvent, MAX_EVENT_BYTES } from './envelope';
export { errorSections, ERRORS_INTRODUCTION, STATUS_GUIDE } from './error-guide';
export {
  ApiError,
  ERROR_STATUS,
  type ErrorCode,
  type ErrorDetails,
  type FieldError,
  notFound,
} from './errors';
export * from './events/account-events';
export * from './events/channel-events';
export * from './events/crawl-events';
export * from './events/forwarding-events';
export { defineEvent, type EventDefinition } from './events/define-event';
export {
  exampleOf,
  type Field,
  type Fields,
  type FieldSchema,
  integer,
  pick,
  type Shape,
} from './events/fields';
export { asPayload, Nested, NestedList } from './events/nested';
export { readDomain, readEmailAddress } from './email-address';
export { IsEmailAddress, IsId, Nullable, Optional, Trimmed } from './field-rules';
export * from './events/invite-events';
export * from './events/rating-events';
export * from './events/review-events';
export * from './events/review-fields';
export * from './events/snapshot-events';
export * from './events/webhook-events';
export * from './events/widget-events';
export {
  CRAWL_STAGES,
  CrawlProgressNotice,
  crawlProgressNotice,
  type CrawlStage,
  type NoticeDefinition,
  NOTICES,
  noticesSubject,
  noticeSubject,
  tenantOfNotice,
  WebhookDeliveryNotice,
  webhookDeliveryNotice,
} from './bus/notices';
export {
  type OutsideConsumer,
  outsideConsumersIn,
  outsideDurables,
  outsideNameProblem,
  outsideSection,
  withOutsideConsumers,
} from './bus/outside-consumers';
export {
  CLIENT_NETWORK_HEADER,
  type PlanLimits,
  type Principal,
  PRINCIPAL_HEADER,
  type PrincipalNames,
  type PrincipalSession,
  type Tenant,
  tenantOf,
  UNLIMITED,
} from './principal';
export { assertFullAdmin, assertMayForward, assertMayTakeOver, type Maker, makerOf } from './maker';
export { ownValue } from './own-value';
export { originAndPath, parseUrl } from './parse-url';
export { isDated, postedDay, type PostedDate } from './posted-day';
export { normalisedRating, type Sentiment, sentimentOf, starBucket } from './rating';
export {
  effectiveScopes,
  KEY_SCOPES,
  type KeyScope,
  REQUIRED_RIGHTS,
  type RequiredRight,
  type Role,
  ROLE_IDS,
  ROLE_SCOPES,
  type Scope,
  SCOPES,
} from './scopes';
export { audienceOf, SERVICE_NAMES, type ServiceName, urlVariable } from './services';
export {
  deadLetterSubject,
  directSubject,
  type ParsedSubject,
  parseSubject,
  peersSubject,
  subjectOf,
  wakeSubject,
} from './bus/subjects';
export { dropUnknown, isReadable, isReadableField, isSurelyValid } from './sure-check';
export {
  DURABLES,
  durablesOf,
  type DurableTopology,
  SNAPSHOT_DURABLES,
  STREAM_KEEPER,
  STREAMS,
  type StreamTopology,
} from './bus/topology';
export * from './requests/approved-reviews';
export * from './requests/caught-mails';
export * from './requests/erasure';
export * from './requests/own-tags';
export * from './requests/shown-reviews';
export * from './requests/stored-summaries';
export * from './requests/channel-reviews';
export * from './requests/sub-account-counts';
export * from './requests/translation';
export * from './requests/unknown-ids';
export * from './requests/review-revs';
export * from './requests/widget-reviews';
export { isTidyAscii, isVisible, trimInvisible } from './text';
export { isSampled, isTracestate, readTraceContext, type TraceContext, traceHeaders } from './trace-context';
export { parseWireDate, WIRE_DATE, wireDate, wireDateOrNull } from './wire-date';
