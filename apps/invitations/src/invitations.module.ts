import { Module } from '@nestjs/common';
import { ActivityRepository } from './activity/activity.repository';
import { LifecycleService } from './lifecycle/lifecycle.service';
import { PendingRequestsRepository } from './lifecycle/pending-requests.repository';
import { LanesRepository } from './queue/lanes.repository';
import { RequestsRepository } from './requests/requests.repository';
import { StoredRequestsService } from './requests/stored-requests.service';
import { SettingsNamesRepository } from './settings/settings-names.repository';
import { SuppressionsRepository } from './suppressions/suppressions.repository';

@Module({
  controllers: [],
  providers: [
    RequestsRepository,
    StoredRequestsService,
    ActivityRepository,
    LifecycleService,
    PendingRequestsRepository,
    SuppressionsRepository,
    LanesRepository,
    SettingsNamesRepository,
  ],
})
export class InvitationsModule {}
