import { Injectable } from '@nestjs/common';
import { bucketsOf, type TokenBuckets, Clock } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { type Destination, isUnsubscribePath } from '../proxy/route-table';
import { RateLimitedError } from './rate-limit';
import { publicRequestCost } from './request-cost';

interface PublicRequest {
  method: string;
  destination: Destination;
  query: string;
}

/** Paths of a widget. The first group is the widget's key. */
const WIDGET = /^\/(?:w|embed\/v1\/widgets)\/([^/.]+)/;

/** Limits the rate of requests without a key: of each client network, and of each widget. Counted in this replica. */
@Injectable()
export class PublicThrottleService {
  private readonly networks: TokenBuckets<string> | null;
  private readonly widgets: TokenBuckets<string> | null;

  constructor(env: GatewayEnv, clock: Clock) {
    const now = (): number => clock.now().getTime();
    this.networks = bucketsOf(
      { burst: env.THROTTLE_ADDRESS_BURST, perSecond: env.THROTTLE_ADDRESS_RATE },
      now,
    );
    this.widgets = bucketsOf({ burst: env.THROTTLE_WIDGET_BURST, perSecond: env.THROTTLE_WIDGET_RATE }, now);
  }

  /** Charges a request. Throws {@link RateLimitedError}. */
  take(network: string, request: PublicRequest): void {
    const { path } = request.destination;
    const cost = publicRequestCost(path, request.query);
    charge(this.networks, bucketOf(network, request), cost, 'This address sends');
    const widget = WIDGET.exec(path)?.[1];
    if (widget) charge(this.widgets, widget, cost, 'The pages with this widget send');
  }
}

/**
 * Health checks, other services and unsubscribing have buckets of their own. The visitors of one proxy, and a mail gateway
 * that opens every link of many mails, must not use those up.
 */
function bucketOf(network: string, { method, destination: { access, path } }: PublicRequest): string {
  if (access !== 'public') return `${access} ${network}`;
  return method === 'POST' && isUnsubscribePath(path) ? `unsubscribe ${network}` : network;
}

function charge(buckets: TokenBuckets<string> | null, id: string, cost: number, who: string): void {
  const decision = buckets?.take(id, cost);
  if (!decision || decision.allowed) return;
  const wait = decision.retryAfterSeconds;
  throw new RateLimitedError(`${who} requests too quickly; try again in ${wait} s.`, decision);
}
