import { defineService } from '@plaudit/runtime';
import { AttemptEntity } from './deliveries/attempt.entity';
import { DeliveryEntity } from './deliveries/delivery.entity';
import { withWebhookRequests } from './documentation/webhook-requests';
import { EventEntity } from './fan-out/event.entity';
import { CreateWebhooks1763800000000 } from './migrations/1763800000000-create-webhooks';
import { CreateClaimFunction1763800100000 } from './migrations/1763800100000-create-claim-function';
import { CloseSubAccounts1763800200000 } from './migrations/1763800200000-close-sub-accounts';
import { TraceDeliveries1764200000000 } from './migrations/1764200000000-trace-deliveries';
import { IndexLogAndRecovery1766700000000 } from './migrations/1766700000000-index-log-and-recovery';
import { VersionWebhooks1766710000000 } from './migrations/1766710000000-version-webhooks';
import { ClaimByIndex1766720000000 } from './migrations/1766720000000-claim-by-index';
import { DropLeaseExpiryIndex1766730000000 } from './migrations/1766730000000-drop-lease-expiry-index';
import { ClaimWithoutAllLanes1766740000000 } from './migrations/1766740000000-claim-without-all-lanes';
import { RememberMakers1767420000000 } from './migrations/1767420000000-remember-makers';
import { LaneEntity } from './queue/lane.entity';
import { ClosedSubAccountEntity } from './webhooks/closed-sub-account.entity';
import { HealthEntity } from './webhooks/health.entity';
import { PREVIOUS_SECRET, SECRET } from './webhooks/sealed-columns';
import { WebhookEntity } from './webhooks/webhook.entity';
import { WebhooksEnv } from './webhooks.env';
import { WebhooksModule } from './webhooks.module';

export const webhooksService = defineService({
  name: 'webhooks',
  summary: 'Signed webhook delivery: endpoints, fan-out of events, retries, delivery log',
  env: WebhooksEnv,
  module: WebhooksModule,
  consumes: ['review', 'channel', 'rating', 'profile', 'invite', 'account'],
  entities: [
    WebhookEntity,
    HealthEntity,
    LaneEntity,
    EventEntity,
    DeliveryEntity,
    AttemptEntity,
    ClosedSubAccountEntity,
  ],
  migrations: [
    CreateWebhooks1763800000000,
    CreateClaimFunction1763800100000,
    CloseSubAccounts1763800200000,
    TraceDeliveries1764200000000,
    IndexLogAndRecovery1766700000000,
    VersionWebhooks1766710000000,
    ClaimByIndex1766720000000,
    DropLeaseExpiryIndex1766730000000,
    ClaimWithoutAllLanes1766740000000,
    RememberMakers1767420000000,
  ],
  sealed: [SECRET, PREVIOUS_SECRET],
  describe: withWebhookRequests,
});
