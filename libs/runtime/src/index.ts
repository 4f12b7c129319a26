export { AddressBook } from './client/replicas/address-book';
export type { Surroundings } from './client/replicas/replica-connections';
export { type ReplicaResponse, ReplicaSet } from './client/replicas/replica-set';
export { parseServiceOrigins } from './client/replicas/service-origins';
export { type Lane } from './client/lanes';
export { ServiceClient, type ServiceRequest, type ServiceResponse } from './client/service-client';
export { UnknownIdsClient } from './client/unknown-ids.client';
export { Chore, type ChoreOptions } from './chores/chore.decorator';
export { Chores } from './chores/chores';
export { choresOf } from './service/chores-of';
export { base62, Clock, Randomness } from './clock-and-randomness';
export {
  atOffset,
  boundOf,
  cleanLine,
  cleanText,
  DATE_ORDERS,
  type DateOrder,
  endOf,
  escapeHtml,
  isPlausibleReviewDate,
  mediaSource,
  originalText,
  isWebUrl,
  IsWebUrl,
  MAX_URL,
  parseReviewDate,
  plainLine,
  plainText,
  reviewDate,
  reviewDatePrecision,
  tidyText,
  truncate,
  utcDate,
  webUrl,
} from './content';
export {
  type AccessNotes,
  currentContext,
  currentTenant,
  noteAccess,
  runInContext,
  type RuntimeContext,
  worksFor,
} from './context';
export { COUNT_TICK_MS, CountTask } from './counts/count-task';
export { DriftMetrics, type ReconciledCounter, type Reconciliation } from './counts/drift.metrics';
export { EnvBoolean, EnvNumber, EnvServiceUrl } from './env/env-decorators';
export { EnvError, loadEnv, printableEnv, type Settings } from './env/load-env';
export { MailEnv } from './env/mail-env';
export { publicPagesUrl } from './env/public-pages-url';
export { ServiceEnv } from './env/service-env';
export { type ReadinessCheck, ReadinessRegistry } from './health/readiness';
export { CSV_CONTENT_TYPE, type CsvCell, csvLines } from './http/csv';
export { matchesEtag } from './http/etag';
export { ReadsItems, readItem } from './http/body/bulk-items';
export { type BulkList, MAX_BULK_ITEMS, readBulkItems, readBulkList } from './http/body/bulk-list';
export { BulkErrorResponse, BulkResponse } from './http/body/bulk-response';
export {
  type BulkError,
  type BulkOutcome,
  type BulkResult,
  bulkResult,
  type BulkSummary,
  bulkSummary,
} from './http/body/bulk-result';
export { errorBody } from './http/error.filter';
export { type RequestedCreation } from './http/idempotency/idempotency.interceptor';
export { Idempotent, Requested } from './http/idempotency/idempotent.decorator';
export { onAnswered } from './http/on-answered';
export { markOpenEnded } from './http/open-ended';
export { bodyOf } from './http/body/request-bodies';
export { RawBody, TakesRawBody } from './http/body/raw-body';
export { MakerResponse, makerResponse } from './http/maker-response';
export { isSameOrigin } from './http/same-origin';
export { unroutedError } from './http/unrouted';
export { SuccessResponse } from './http/success-response';
export { CommaList } from './http/input/comma-list';
export { TakesClientQuery } from './http/input/query-parameters.guard';
export { refuseUnknownName } from './http/input/unknown-name';
export { IsName } from './http/input/is-name';
export { FreeForm, IdParam, toApiError } from './http/input/validation';
export { ValidationCode } from './http/input/validation-code.decorator';
export {
  LIST_PAGE_HEADERS,
  type ListPage,
  listPageOf,
  ListQuery,
  type ListSlice,
  MAX_LIST_PAGE,
  NextPage,
  type NextPageLink,
  PagedListResponse,
  readListPage,
} from './lists/list-page';
export { PinoLogger, useProcessLogger } from './logging/pino-logger';
export { acceptedEncoding, EncodedBody, type Encoding, MIN_COMPRESSED_BYTES } from './http/encoded-body';
export { warnOfFailure } from './warn-of-failure';
export { Measurement } from './metrics/measurement';
export { type GaugeSample, Metrics } from './metrics/metrics';
export { watchPool } from './metrics/pool-metrics';
export { ApiDescription } from './openapi/api-description';
export {
  type ApiComponents,
  type ApiDocument,
  type ApiMedia,
  type ApiMethod,
  type ApiOperation,
  type ApiParameter,
  type ApiPath,
  type ApiReference,
  type ApiResponse,
  type JsonSchema,
  operationsOf,
  type SchemaObject,
} from './openapi/api-document';
export { ApiBodyExample } from './openapi/body-example';
export { API_VERSION } from './openapi/describe-application';
export { ApiErrors } from './openapi/error-responses';
export { openApiDocument } from './openapi/openapi-document';
export { SERVICE_DOCUMENT_PATH } from './openapi/openapi.controller';
export { type PersonName, readPersonName } from './person-names/person-name';
export {
  PRINCIPAL_SEED_LABEL,
  principalPublicKey,
  PrincipalSigner,
  PrincipalVerifier,
} from './principal/principal-token';
export { CurrentPrincipal, Open, type PrincipalRequest, Scoped } from './principal/scoped.decorator';
export { reseal } from './reseal';
export { placeIn, type SealedColumn } from './sealed-column';
export { deriveKey, parseSecretsKey, Secrets } from './secrets';
export { defineService, sealedColumns, type ServiceDefinition } from './service/define-service';
export { runService } from './service/run-service';
export { type RunningServices, type ServiceStart, startServices } from './service/start-services';
export { superviseProcess } from './service/supervise-process';
export {
  type BusAddresses,
  readSnapshotArguments,
  type SnapshotArguments,
  snapshotCommand,
  snapshotTo,
} from './snapshot';
export { ThreadError, type ThreadLimits, WorkerThread } from './threads/worker-thread';
export { endRequest, sendTraced, startRequest } from './tracing/http-spans';
export type { OpenSpan, SpanOptions } from './tracing/span';
export { Tracing } from './tracing/tracing';
export { Places } from './places';
export { bucketsOf, type ThrottleDecision, type TokenBuckets } from './token-buckets';
export { WorkQueue } from './work-queue';
