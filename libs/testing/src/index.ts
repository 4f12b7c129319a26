// The decorators of the payload classes in libs/contracts need it at load time.
import 'reflect-metadata';

export {
  buildChannel,
  buildCollectedReview,
  buildEvent,
  buildReview,
  type EventOverrides,
} from './builders/build-event';
export { atLength, describeAtLength, itAtLength, sampleAtLength } from './at-length';
export { buildPrincipal, buildPublicPrincipal } from './builders/build-principal';
export { writeCertificates, writeFiles } from './certificates';
export { describeInBrowser, launchBrowser } from './browser';
export { builtDashboard } from './built-dashboard';
export { type DnsReply, type DnsStub, startDnsStub } from './dns/dns-stub';
export { eventually, type EventuallyOptions } from './eventually';
export { fakeOnly } from './fake-only';
export { freePort } from './free-port';
export { freeze } from './freeze';
export {
  type DripResponse,
  type FixtureResponse,
  type FixtureHandler,
  type FixtureServer,
  type PlainResponse,
  type RecordedRequest,
  startFixtureServer,
} from './http/fixture-server';
export { basicAuth, HttpClient, type HttpOptions, type HttpResult } from './http/http-client';
export { LoadBalancer, type LoadBalancerOptions } from './http/load-balancer';
export { EventRecorder, type RecordedEvent } from './nats/event-recorder';
export { type GuardedNats, startGuardedNats } from './nats/start-guarded-nats';
export { type NatsCluster, startNatsCluster } from './nats/start-nats-cluster';
export {
  deleteDurable,
  deleteStream,
  type DurableBacklog,
  durableBacklog,
  sendDirect,
  publishToEvents,
  setAckWait,
  waitUntilConsumed,
} from './nats/operator';
export { jetStreamBacklog, readEvents, type StoredEvent } from './nats/read-stream';
export { type NatsHandle, startNats, type StartNatsOptions } from './nats/start-nats';
export { type ReceivedSpan } from './otlp/export-request';
export { type OtlpReceiver, startOtlpReceiver } from './otlp/otlp-receiver';
export { cloneDatabase, type TestDatabase } from './postgres/clone-database';
export { type HeldStatement, PostgresProxy } from './postgres/postgres-proxy';
export { serviceTemplate, TEST_ROLE_PASSWORD, TEST_TIMEOUT_FACTOR } from './postgres/service-template';
export { describeWithPgBouncer, type PgBouncer, startPgBouncer } from './postgres/start-pgbouncer';
export { administer, type Administration } from './postgres/test-server';
export { type ReceivedMail, type SmtpScript, SmtpStandIn } from './smtp/smtp-stand-in';
export { type Caller } from './world/caller';
export { lendingService } from './world/lending-service';
export { runWhole } from './run-whole';
export { SeededRandom } from './seeded-random';
export { temporaryFolder } from './temporary-folder';
export { Exposition, type MetricFamily, type Sample } from './world/exposition';
export { type AccessLine, type LogLine, RecordedLogs } from './world/recorded-logs';
export { schemaDrift } from './world/schema-drift';
export { SOURCE_FLAGS, startServiceProcess } from './world/service-process';
export { startWorld, type WorldOptions } from './world/start-world';
export type { World } from './world/world';
