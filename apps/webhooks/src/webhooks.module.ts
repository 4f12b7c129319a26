import { Module } from '@nestjs/common';
import { UnknownIdsClient } from '@plaudit/runtime';
import { AttemptsReadModel } from './deliveries/attempts.read-model';
import { AttemptsRepository } from './deliveries/attempts.repository';
import { DeliveriesController } from './deliveries/deliveries.controller';
import { PendingDeliveriesReadModel } from './deliveries/pending-deliveries.read-model';
import { WebhookTestService } from './deliveries/webhook-test.service';
import { FanOutRepository } from './fan-out/fan-out.repository';
import { FanOutService } from './fan-out/fan-out.service';
import { OnInvite } from './handlers/on-invite.handler';
import { OnProfileError } from './handlers/on-profile-error.handler';
import { OnRatingChanged } from './handlers/on-rating-changed.handler';
import { OnReviewCreated } from './handlers/on-review-created.handler';
import { OnReviewDeleted } from './handlers/on-review-deleted.handler';
import { OnReviewUpdated } from './handlers/on-review-updated.handler';
import { OnSubAccountDeleted } from './handlers/on-sub-account-deleted.handler';
import { QueueMaintenanceRepository } from './maintenance/queue-maintenance.repository';
import { QueueMaintenanceWorker } from './maintenance/queue-maintenance.worker';
import { CompletionsRepository } from './queue/completions.repository';
import { LanesRepository } from './queue/lanes.repository';
import { QueueLagReadModel } from './queue/queue-lag.read-model';
import { DeliveryMetrics } from './sending/delivery.metrics';
import { DeliveryService } from './sending/delivery.service';
import { DeliveryWorker } from './sending/delivery.worker';
import { EndpointClient } from './sending/endpoint.client';
import { EndpointPolicyService } from './webhooks/endpoint-policy.service';
import { WebhookInputService } from './webhooks/webhook-input.service';
import { WebhookFactory } from './webhooks/webhook.factory';
import { WebhooksController } from './webhooks/webhooks.controller';
import { WebhooksRepository } from './webhooks/webhooks.repository';
import { WebhooksService } from './webhooks/webhooks.service';

/** Composition root: handlers turn events into deliveries, a worker sends them, and their owners read the log. */
@Module({
  controllers: [
    WebhooksController,
    DeliveriesController,
    OnReviewCreated,
    OnReviewUpdated,
    OnReviewDeleted,
    OnRatingChanged,
    OnProfileError,
    OnInvite,
    OnSubAccountDeleted,
  ],
  providers: [
    WebhooksService,
    WebhooksRepository,
    WebhookFactory,
    EndpointPolicyService,
    UnknownIdsClient,
    WebhookInputService,
    PendingDeliveriesReadModel,
    AttemptsReadModel,
    AttemptsRepository,
    WebhookTestService,
    FanOutService,
    FanOutRepository,
    LanesRepository,
    CompletionsRepository,
    QueueLagReadModel,
    EndpointClient,
    DeliveryService,
    DeliveryMetrics,
    DeliveryWorker,
    QueueMaintenanceRepository,
    QueueMaintenanceWorker,
  ],
})
export class WebhooksModule {}
