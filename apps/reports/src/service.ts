import { defineService } from '@plaudit/runtime';
import { ChannelCopyEntity } from './channels/channel-copy.entity';
import { InvitationDayEntity } from './invitations/invitation-day.entity';
import { InvitationEntity } from './invitations/invitation.entity';
import { InviteSettingsEntity } from './invitations/invite-settings.entity';
import { KeepAccountZones1767600100000 } from './migrations/1767600100000-keep-account-zones';
import { CreateReports1765600000000 } from './migrations/1765600000000-create-reports';
import { CountInvitations1765670000000 } from './migrations/1765670000000-count-invitations';
import { CountKeptInvitations1767600000000 } from './migrations/1767600000000-count-kept-invitations';
import { DateInvitations1765840000000 } from './migrations/1765840000000-date-invitations';
import { DateReplies1765710000000 } from './migrations/1765710000000-date-replies';
import { KeepPostedDays1768300000000 } from './migrations/1768300000000-keep-posted-days';
import { RatingDayEntity } from './ratings/rating-day.entity';
import { ReportsEnv } from './reports.env';
import { ReportsModule } from './reports.module';
import { ReviewCopyEntity } from './reviews/review-copy.entity';
import { ReviewDayEntity } from './reviews/review-day.entity';
import { TagDayEntity } from './reviews/tag-day.entity';
import { TagEntity } from './reviews/tag.entity';
import { AccountZoneEntity } from './sub-accounts/account-zone.entity';
import { SubAccountEntity } from './sub-accounts/sub-account.entity';

export const reportsService = defineService({
  name: 'reports',
  summary: 'Rating history and reports',
  env: ReportsEnv,
  module: ReportsModule,
  consumes: ['channel', 'review', 'rating', 'invite', 'account'],
  // A batch of reviews costs the same whatever its size, so more of them wait for the next one.
  lanes: 64,
  entities: [
    SubAccountEntity,
    AccountZoneEntity,
    ChannelCopyEntity,
    ReviewCopyEntity,
    ReviewDayEntity,
    TagEntity,
    TagDayEntity,
    RatingDayEntity,
    InvitationEntity,
    InvitationDayEntity,
    InviteSettingsEntity,
  ],
  migrations: [
    CreateReports1765600000000,
    CountInvitations1765670000000,
    DateReplies1765710000000,
    DateInvitations1765840000000,
    CountKeptInvitations1767600000000,
    KeepAccountZones1767600100000,
    KeepPostedDays1768300000000,
  ],
});
