import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import type { Destination } from '../proxy/route-table';
import { RateLimitedError } from './rate-limit';
import { publicRequestCost } from './request-cost';
import { bucketsOf, type TokenBuckets } from './token-buckets';

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
  take(network: string, { access, path }: Destination, query: string): void {
    const cost = publicRequestCost(path, query);
    // Health checks and other services have buckets of their own. The visitors of one proxy must not use them up.
    charge(this.networks, access === 'public' ? network : `${access} ${network}`, cost, 'This address sends');
    const widget = WIDGET.exec(path)?.[1];
    if (widget) charge(this.widgets, widget, cost, 'The pages with this widget send');
  }
}

function charge(buckets: TokenBuckets<string> | null, id: string, cost: number, who: string): void {
  const decision = buckets?.take(id, cost);
  if (!decision || decision.allowed) return;
  const wait = decision.retryAfterSeconds;
  throw new RateLimitedError(`${who} requests too quickly; try again in ${wait} s.`, decision);
}
