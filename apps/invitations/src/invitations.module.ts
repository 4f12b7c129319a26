import { Module } from '@nestjs/common';
import { ActivityRepository } from './activity/activity.repository';
import { BusinessesRepository } from './businesses/businesses.repository';
import { BusinessesService } from './businesses/businesses.service';
import { ChannelCopiesRepository } from './channels/channel-copies.repository';
import { ChannelCopiesService } from './channels/channel-copies.service';
import { OnAccountChanged } from './handlers/on-account-changed.handler';
import { OnAccountSnapshot } from './handlers/on-account-snapshot.handler';
import { OnChannelDeleted } from './handlers/on-channel-deleted.handler';
import { OnChannelSaved } from './handlers/on-channel-saved.handler';
import { OnChannelSnapshot } from './handlers/on-channel-snapshot.handler';
import { LifecycleService } from './lifecycle/lifecycle.service';
import { PendingRequestsRepository } from './lifecycle/pending-requests.repository';
import { MessageLinksService } from './links/message-links.service';
import { LanesRepository } from './queue/lanes.repository';
import { RequestsRepository } from './requests/requests.repository';
import { StoredRequestsService } from './requests/stored-requests.service';
import { SettingsNamesRepository } from './settings/settings-names.repository';
import { SuppressionsRepository } from './suppressions/suppressions.repository';

@Module({
  controllers: [OnChannelSaved, OnChannelDeleted, OnChannelSnapshot, OnAccountChanged, OnAccountSnapshot],
  providers: [
    RequestsRepository,
    StoredRequestsService,
    ActivityRepository,
    LifecycleService,
    PendingRequestsRepository,
    SuppressionsRepository,
    LanesRepository,
    SettingsNamesRepository,
    BusinessesRepository,
    BusinessesService,
    ChannelCopiesRepository,
    ChannelCopiesService,
    MessageLinksService,
  ],
})
export class InvitationsModule {}
