import { eventually, type FixtureResponse, type FixtureServer } from '@plaudit/testing';
import type { GatewayWorld } from '../gateway-world.suite';
import type { UpstreamName } from './route-table';

/** What a service does, the service, and a request that it gets: a path or the name of a tool. */
export type ServiceFault = readonly [
  what: string,
  service: UpstreamName,
  request: string,
  fault: FixtureResponse,
];

interface FaultClient<Answer> {
  send(request: string): Promise<Answer>;
  isFine(answer: Answer): boolean;
  /** What each answer must match while the service fails. */
  failureOf(service: UpstreamName): object;
  /** A request to a service without a fault. */
  other: string;
}

/**
 * Lets each service fail until its breaker opens, then recover until the breaker closes. All fail at the same time, because a breaker
 * stays open for two seconds. Returns the outcome of each service.
 */
export function failTogether<Answer>(
  faults: readonly ServiceFault[],
  { upstreams }: GatewayWorld,
  client: FaultClient<Answer>,
): Map<UpstreamName, Promise<void>> {
  return new Map(
    faults.map((each) => {
      const [, service] = each;
      const outcome = failAndRecover(each, upstreams[service], client);
      // The test of the service awaits it.
      outcome.catch(() => {});
      return [service, outcome];
    }),
  );
}

async function failAndRecover<Answer>(
  [, service, request, fault]: ServiceFault,
  upstream: FixtureServer,
  client: FaultClient<Answer>,
): Promise<void> {
  upstream.handle(() => fault);
  // Enough requests to open the breaker. One after another could take longer than its ten seconds.
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.send(request)));
  // An open breaker permits a trial every two seconds, which may happen at any moment.
  await eventually(
    async () => {
      const before = upstream.requests.length;
      answers.push(await client.send(request));
      return upstream.requests.length - before;
    },
    (received) => received === 0,
    'the service to receive no further request',
  );
  for (const answer of answers) expect(answer).toMatchObject(client.failureOf(service));
  expect(client.isFine(await client.send(client.other))).toBe(true);
  upstream.handle(() => ({ body: { fine: true } }));
  await eventually(
    () => client.send(request),
    (answer) => client.isFine(answer),
    'the breaker to close again',
  );
}
