import { Module } from '@nestjs/common';
import { ActivityRepository } from './activity/activity.repository';
import { ChannelCopiesRepository } from './channels/channel-copies.repository';
import { ChannelCopiesService } from './channels/channel-copies.service';
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
  controllers: [OnChannelSaved, OnChannelDeleted, OnChannelSnapshot],
  providers: [
    RequestsRepository,
    StoredRequestsService,
    ActivityRepository,
    LifecycleService,
    PendingRequestsRepository,
    SuppressionsRepository,
    LanesRepository,
    SettingsNamesRepository,
    ChannelCopiesRepository,
    ChannelCopiesService,
    MessageLinksService,
  ],
})
export class InvitationsModule {}
