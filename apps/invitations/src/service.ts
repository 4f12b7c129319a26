import { inviteSnapshot } from '@plaudit/contracts';
import { defineService } from '@plaudit/runtime';
import { ActivityEntity } from './activity/activity.entity';
import { AccountCopyEntity } from './businesses/account-copy.entity';
import { BusinessEntity } from './businesses/business.entity';
import { ChannelCopyEntity } from './channels/channel-copy.entity';
import { DaySendsEntity } from './credits/day-sends.entity';
import { MonthSendsEntity } from './credits/month-sends.entity';
import { ServerSendsEntity } from './credits/server-sends.entity';
import { BounceFuseEntity } from './fuses/bounce-fuse.entity';
import { GoneMailEntity } from './fuses/gone-mail.entity';
import { InvitationsEnv } from './invitations.env';
import { InvitationsModule } from './invitations.module';
import { HitEntity } from './links/hit.entity';
import { CreateInvitations1765800000000 } from './migrations/1765800000000-create-invitations';
import { CreateClaimFunction1765800100000 } from './migrations/1765800100000-create-claim-function';
import { KeepAttempts1765800200000 } from './migrations/1765800200000-keep-attempts';
import { SeparateAccounts1765800300000 } from './migrations/1765800300000-separate-accounts';
import { AddMakers1767500100000 } from './migrations/1767500100000-add-makers';
import { GuardSending1767700000000 } from './migrations/1767700000000-guard-sending';
import { IndexSuppressionHours1767700000001 } from './migrations/1767700000001-index-suppression-hours';
import { NoteRemovedAddresses1767700090000 } from './migrations/1767700090000-note-removed-addresses';
import { ConvertAddresses1767700100000 } from './migrations/1767700100000-convert-addresses';
import { RewriteNumbersOfBrazil1768000000000 } from './migrations/1768000000000-rewrite-numbers-of-brazil';
import { KeepProbes1768100000000 } from './migrations/1768100000000-keep-probes';
import { KeepDecisions1768100000001 } from './migrations/1768100000001-keep-decisions';
import { CopyAccountZone1768200000000 } from './migrations/1768200000000-copy-account-zone';
import { RetryHits1769000020000 } from './migrations/1769000020000-retry-hits';
import { IndexDueHits1769000020001 } from './migrations/1769000020001-index-due-hits';
import { LaneEntity } from './queue/lane.entity';
import { RequestEntity } from './requests/request.entity';
import { withInviteSettings } from './settings/fields/settings-document';
import { SettingsProfileEntity } from './settings/settings-profile.entity';
import { InviteSnapshotReadModel } from './snapshot/invite-snapshot.read-model';
import { SendingStopEntity } from './stops/sending-stop.entity';
import { SuppressionEntity } from './suppressions/suppression.entity';

export const invitationsService = defineService({
  name: 'invitations',
  summary: 'Invitations by email and SMS: requests, settings, sending, links, unsubscribing, activity',
  env: InvitationsEnv,
  module: InvitationsModule,
  consumes: ['channel', 'review', 'account'],
  entities: [
    RequestEntity,
    SettingsProfileEntity,
    ActivityEntity,
    HitEntity,
    SuppressionEntity,
    LaneEntity,
    MonthSendsEntity,
    DaySendsEntity,
    ServerSendsEntity,
    SendingStopEntity,
    BounceFuseEntity,
    GoneMailEntity,
    ChannelCopyEntity,
    AccountCopyEntity,
    BusinessEntity,
  ],
  migrations: [
    CreateInvitations1765800000000,
    CreateClaimFunction1765800100000,
    KeepAttempts1765800200000,
    SeparateAccounts1765800300000,
    AddMakers1767500100000,
    GuardSending1767700000000,
    IndexSuppressionHours1767700000001,
    NoteRemovedAddresses1767700090000,
    ConvertAddresses1767700100000,
    RewriteNumbersOfBrazil1768000000000,
    KeepProbes1768100000000,
    KeepDecisions1768100000001,
    CopyAccountZone1768200000000,
    RetryHits1769000020000,
    IndexDueHits1769000020001,
  ],
  snapshots: [{ definition: inviteSnapshot, reader: InviteSnapshotReadModel }],
  describe: withInviteSettings,
});
