import { Module } from '@nestjs/common';
import { AttemptLog } from './deliveries/attempt-log';
import { AttemptsReadModel } from './deliveries/attempts.read-model';
import { DeliveriesController } from './deliveries/deliveries.controller';
import { PendingReadModel } from './deliveries/pending.read-model';
import { WebhookTester } from './deliveries/webhook-tester';
import { FanOut } from './fan-out/fan-out';
import { FanOutRepository } from './fan-out/fan-out.repository';
import { OnProfileError } from './handlers/on-profile-error.handler';
import { OnRatingChanged } from './handlers/on-rating-changed.handler';
import { OnReviewCreated } from './handlers/on-review-created.handler';
import { OnReviewDeleted } from './handlers/on-review-deleted.handler';
import { OnReviewUpdated } from './handlers/on-review-updated.handler';
import { OnSubAccountDeleted } from './handlers/on-sub-account-deleted.handler';
import { CompletionsRepository } from './sending/completions.repository';
import { DeliveryMetrics } from './sending/delivery-metrics';
import { DeliveryWorker } from './sending/delivery-worker';
import { Dispatcher } from './sending/dispatcher';
import { DueReadModel } from './sending/due.read-model';
import { LanesRepository } from './sending/lanes.repository';
import { RetryPlanOf } from './sending/retry-plan';
import { Upkeep } from './sending/upkeep';
import { UpkeepRepository } from './sending/upkeep.repository';
import { WebhookSender } from './sending/webhook-sender';
import { EndpointPolicy } from './webhooks/endpoint-policy';
import { SubAccountClosure } from './webhooks/sub-account-closure';
import { WebhookMaker } from './webhooks/webhook-maker';
import { WebhooksController } from './webhooks/webhooks.controller';
import { WebhooksRepository } from './webhooks/webhooks.repository';
import { WebhooksService } from './webhooks/webhooks.service';

/** Composition root: events fan out into deliveries, a worker sends them, their owners see what came of it. */
@Module({
  controllers: [
    WebhooksController,
    DeliveriesController,
    OnReviewCreated,
    OnReviewUpdated,
    OnReviewDeleted,
    OnRatingChanged,
    OnProfileError,
    OnSubAccountDeleted,
  ],
  providers: [
    WebhooksService,
    WebhooksRepository,
    WebhookMaker,
    EndpointPolicy,
    SubAccountClosure,
    PendingReadModel,
    AttemptsReadModel,
    AttemptLog,
    WebhookTester,
    FanOut,
    FanOutRepository,
    LanesRepository,
    CompletionsRepository,
    UpkeepRepository,
    RetryPlanOf,
    WebhookSender,
    Dispatcher,
    DeliveryMetrics,
    DueReadModel,
    DeliveryWorker,
    Upkeep,
  ],
})
export class WebhooksModule {}
