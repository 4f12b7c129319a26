import { Module } from '@nestjs/common';
import { ContentChanges } from './content-revs/content-changes';
import { ContentRevsController } from './content-revs/content-revs.controller';
import { ContentRevsRepository } from './content-revs/content-revs.repository';
import { ApprovedReviewsClient } from './embed/approved-reviews.client';
import { AssetsController } from './embed/assets.controller';
import { ChannelCopiesRepository } from './embed/channel-copies.repository';
import { EmbedAnswers } from './embed/embed-answers';
import { EmbedAssets } from './embed/embed-assets';
import { EmbedTargetReadModel } from './embed/embed-target.read-model';
import { EmbedController } from './embed/embed.controller';
import { EmbedService } from './embed/embed.service';
import { HostedPageController } from './embed/hosted-page.controller';
import { PublicNames } from './embed/public-names';
import { WidgetRenderer } from './embed/widget-renderer';
import { OnChannelConnected } from './handlers/on-channel-connected.handler';
import { OnChannelDeleted } from './handlers/on-channel-deleted.handler';
import { OnChannelUpdated } from './handlers/on-channel-updated.handler';
import { OnReviewCreated } from './handlers/on-review-created.handler';
import { OnReviewDeleted } from './handlers/on-review-deleted.handler';
import { OnReviewUpdated } from './handlers/on-review-updated.handler';
import { OnSubAccountDeleted } from './handlers/on-sub-account-deleted.handler';
import { ImageProxy } from './images/image-proxy';
import { ImageUpkeep } from './images/image-upkeep';
import { ImageController } from './images/image.controller';
import { ImagesRepository } from './images/images.repository';
import { PublicImages } from './images/public-images';
import { SubAccountClosure } from './widgets/sub-account-closure';
import { WidgetAnnouncer } from './widgets/widget-announcer';
import { WidgetRecords } from './widgets/widget-records';
import { WidgetsController } from './widgets/widgets.controller';
import { WidgetsRepository } from './widgets/widgets.repository';
import { WidgetsService } from './widgets/widgets.service';

@Module({
  controllers: [
    WidgetsController,
    EmbedController,
    HostedPageController,
    ImageController,
    AssetsController,
    ContentRevsController,
    OnReviewCreated,
    OnReviewUpdated,
    OnReviewDeleted,
    OnChannelConnected,
    OnChannelUpdated,
    OnChannelDeleted,
    OnSubAccountDeleted,
  ],
  providers: [
    WidgetsService,
    WidgetsRepository,
    WidgetRecords,
    WidgetAnnouncer,
    SubAccountClosure,
    EmbedService,
    EmbedAnswers,
    EmbedAssets,
    EmbedTargetReadModel,
    WidgetRenderer,
    ApprovedReviewsClient,
    PublicNames,
    PublicImages,
    ImagesRepository,
    ImageProxy,
    ImageUpkeep,
    ChannelCopiesRepository,
    ContentRevsRepository,
    ContentChanges,
  ],
})
export class WidgetsModule {}
