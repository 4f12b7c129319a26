import { Module } from '@nestjs/common';
import { BadgeImagesController } from './badge-images/badge-images.controller';
import { BadgeImagesService } from './badge-images/badge-images.service';
import { PngImagesCache } from './badge-images/png-images.cache';
import { AiSummariesClient } from './ai-summaries/ai-summaries.client';
import { AiSummariesService } from './ai-summaries/ai-summaries.service';
import { ChannelCopiesRepository, OnChannel } from './channels/channel-copies.repository';
import { ContentRevsRepository } from './content-revs/content-revs.repository';
import { ContentRevsService } from './content-revs/content-revs.service';
import { ReviewRevsClient } from './content-revs/review-revs.client';
import { EmbedScriptsController } from './embed-scripts/embed-scripts.controller';
import { EmbedScriptsService } from './embed-scripts/embed-scripts.service';
import { EmbedHttpService } from './embed/embed-http.service';
import { EmbedTargetReadModel } from './embed/embed-target.read-model';
import { EmbedController } from './embed/embed.controller';
import { EmbedService } from './embed/embed.service';
import { RenderedContentCache } from './embed/rendered-content.cache';
import { RequestedWidgetsService } from './embed/requested-widgets.service';
import { OnSubAccountDeleted } from './handlers/on-sub-account-deleted.handler';
import { HostedPageController } from './hosted-page/hosted-page.controller';
import { HostedPageService } from './hosted-page/hosted-page.service';
import { OwnReviewsService } from './hosted-page/own-reviews.service';
import { ImageProxyClient } from './images/image-proxy.client';
import { ImagesController } from './images/images.controller';
import { ImagesRepository } from './images/images.repository';
import { ImagesService } from './images/images.service';
import { PreviewsController } from './preview/previews.controller';
import { PreviewsService } from './preview/previews.service';
import { SampleWidgetsService } from './preview/sample-widgets.service';
import { OembedController } from './oembed/oembed.controller';
import { ApprovedReviewsClient } from './public-json/approved-reviews.client';
import { PublicIdsService } from './public-json/public-ids.service';
import { PublicWidgetService } from './public-json/public-widget.service';
import { ShowingController } from './showing/showing.controller';
import { ShowingService } from './showing/showing.service';
import { ShownReviewsClient } from './showing/shown-reviews.client';
import { TemplatesController } from './templates/templates.controller';
import { SeenController } from './views/seen.controller';
import { ViewCounterService } from './views/view-counter.service';
import { WidgetDaysRepository } from './views/widget-days.repository';
import { WidgetViewsController } from './views/widget-views.controller';
import { WidgetViewsReadModel } from './views/widget-views.read-model';
import { WidgetViewsService } from './views/widget-views.service';
import { ReservedHeightsService } from './widgets/reserved-heights.service';
import { WidgetChangesPublisher } from './widgets/widget-changes.publisher';
import { WidgetResponseFactory } from './widgets/widget-response.factory';
import { WidgetReviewsClient } from './widgets/widget-reviews.client';
import { WidgetSightingsService } from './widgets/widget-sightings.service';
import { WidgetsController } from './widgets/widgets.controller';
import { WidgetsRepository } from './widgets/widgets.repository';
import { WidgetsService } from './widgets/widgets.service';

@Module({
  controllers: [
    WidgetsController,
    WidgetViewsController,
    ShowingController,
    PreviewsController,
    TemplatesController,
    EmbedController,
    SeenController,
    HostedPageController,
    BadgeImagesController,
    OembedController,
    ImagesController,
    EmbedScriptsController,
    OnChannel,
    OnSubAccountDeleted,
  ],
  providers: [
    WidgetsService,
    WidgetsRepository,
    ShowingService,
    ShownReviewsClient,
    WidgetResponseFactory,
    ReservedHeightsService,
    WidgetReviewsClient,
    WidgetSightingsService,
    WidgetChangesPublisher,
    PreviewsService,
    SampleWidgetsService,
    WidgetViewsService,
    WidgetViewsReadModel,
    ViewCounterService,
    WidgetDaysRepository,
    EmbedService,
    EmbedHttpService,
    RenderedContentCache,
    EmbedTargetReadModel,
    RequestedWidgetsService,
    AiSummariesService,
    AiSummariesClient,
    EmbedScriptsService,
    PublicWidgetService,
    PublicIdsService,
    ApprovedReviewsClient,
    HostedPageService,
    OwnReviewsService,
    BadgeImagesService,
    PngImagesCache,
    ImagesService,
    ImagesRepository,
    ImageProxyClient,
    ChannelCopiesRepository,
    ContentRevsService,
    ContentRevsRepository,
    ReviewRevsClient,
  ],
})
export class WidgetsModule {}
