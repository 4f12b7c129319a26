import { Module } from '@nestjs/common';
import { NoticeNotifier, PeerNotifier } from '@plaudit/events';
import { QueueNotifier } from '@plaudit/queue';
import { UnknownIdsClient } from '@plaudit/runtime';
import { EventCatalogueController } from './catalogue/event-catalogue.controller';
import { AttemptLogService } from './deliveries/attempt-log.service';
import { AttemptsReadModel } from './deliveries/attempts.read-model';
import { DeliveriesController } from './deliveries/deliveries.controller';
import { PendingDeliveriesReadModel } from './deliveries/pending-deliveries.read-model';
import { WebhookTestService } from './deliveries/webhook-test.service';
import { WebhookTestsRepository } from './deliveries/webhook-tests.repository';
import { FanOutRepository } from './fan-out/fan-out.repository';
import { FanOutService } from './fan-out/fan-out.service';
import { OnAccessReduced } from './handlers/on-access-reduced.handler';
import { OnChannelCrawled } from './handlers/on-channel-crawled.handler';
import { OnInvite } from './handlers/on-invite.handler';
import { OnProfileError } from './handlers/on-profile-error.handler';
import { OnRatingChanged } from './handlers/on-rating-changed.handler';
import { OnReviewCreated } from './handlers/on-review-created.handler';
import { OnReviewDeleted } from './handlers/on-review-deleted.handler';
import { OnReviewUpdated } from './handlers/on-review-updated.handler';
import { OnSubAccountDeleted } from './handlers/on-sub-account-deleted.handler';
import { QueueMaintenanceRepository } from './maintenance/queue-maintenance.repository';
import { QueueMaintenanceService } from './maintenance/queue-maintenance.service';
import { DisabledWebhooksRepository } from './disabling/disabled-webhooks.repository';
import { DisablingService } from './disabling/disabling.service';
import { ReducedAccessService } from './disabling/reduced-access.service';
import { CompletionsService } from './queue/completions.service';
import { CompletionsRepository } from './queue/completions.repository';
import { LanesRepository } from './queue/lanes.repository';
import { QueueLagReadModel } from './queue/queue-lag.read-model';
import { RedeliveriesRepository } from './redelivery/redeliveries.repository';
import { RedeliveryController } from './redelivery/redelivery.controller';
import { RedeliveryService } from './redelivery/redelivery.service';
import { DeliveryMetrics } from './sending/delivery.metrics';
import { DeliveryService } from './sending/delivery.service';
import { DeliveryWorker } from './sending/delivery.worker';
import { EndpointClient } from './sending/endpoint.client';
import { SecretRotationController } from './signing/secret-rotation.controller';
import { SecretRotationService } from './signing/secret-rotation.service';
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
    SecretRotationController,
    EventCatalogueController,
    DeliveriesController,
    RedeliveryController,
    OnReviewCreated,
    OnReviewUpdated,
    OnReviewDeleted,
    OnRatingChanged,
    OnProfileError,
    OnChannelCrawled,
    OnInvite,
    OnSubAccountDeleted,
    OnAccessReduced,
  ],
  providers: [
    WebhooksService,
    WebhooksRepository,
    WebhookFactory,
    EndpointPolicyService,
    UnknownIdsClient,
    WebhookInputService,
    SecretRotationService,
    PendingDeliveriesReadModel,
    AttemptLogService,
    AttemptsReadModel,
    WebhookTestService,
    WebhookTestsRepository,
    RedeliveryService,
    RedeliveriesRepository,
    FanOutService,
    FanOutRepository,
    LanesRepository,
    CompletionsRepository,
    CompletionsService,
    NoticeNotifier,
    PeerNotifier,
    QueueNotifier,
    DisabledWebhooksRepository,
    DisablingService,
    ReducedAccessService,
    QueueLagReadModel,
    EndpointClient,
    DeliveryService,
    DeliveryMetrics,
    DeliveryWorker,
    QueueMaintenanceRepository,
    QueueMaintenanceService,
  ],
})
export class WebhooksModule {}
