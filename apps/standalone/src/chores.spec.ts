import { choresOf } from '@plaudit/runtime';
import { ALL_SERVICES } from './services';

/** Those of every service, on the tables that every schema has. */
const OF_EVERY_SERVICE = [
  'event_partitions 600 s per service Housekeeping.maintainPartitions',
  'old_idempotency_keys 3600 s per service Housekeeping.purgeIdempotencyKeys',
  'old_inbox_rows 3600 s per service Housekeeping.purgeInbox',
  'old_parked_events 3600 s per service Housekeeping.purgeParkedEvents',
];

const OF_ONE_SERVICE = [
  'reviews channel_cleanup 30 s per process ChannelCleanupService.cleanUp',
  'reviews nightly_count 15 s per process ChannelCountsService.count',
  'reviews relabellings 30 s per process FollowUpService.workOn',
  'channels expired_oauth_connections 60 s per service OAuthConnectionsRepository.purge',
  'channels group_changes 30 s per process GroupChangesService.workOn',
  'channels nightly_count 15 s per process ChannelCountsService.count',
  'invitations hits 5 s per process HitVerdictsService.decideDue',
  'invitations lane_repairs 60 s per service RecoveryService.repair',
  'invitations lost_messages 15 s per service RecoveryService.recover',
  'invitations old_bounce_counts 600 s per service BounceFusesRepository.purge',
  'invitations old_hits 600 s per service HitsRepository.purge',
  'invitations old_sending_stops 600 s per service SendingStopsRepository.purge',
  'invitations released_messages 60 s per service SendingStopsService.release',
  'invitations sending_stops 5 s per service SendingStopsService.tryDue',
  'reports day_counts 15 s per process DayRecountsService.recount',
  'reports old_marks_of_reviews 3600 s per service ReviewCopiesRepository.purge',
  'ai ended_translator_pauses 3600 s per service TranslatorPausesRepository.purge',
  'ai expired_translations 3600 s per service TranslationsRepository.purgeExpired',
  'ai old_answers 3600 s per service RememberedAnswersRepository.purge',
  'ai old_forgotten_texts 3600 s per service TranslationsRepository.purgeForgotten',
  'ai old_generation_days 3600 s per service GenerationDaysRepository.purge',
  'ai old_generation_locks 3600 s per service GenerationLocksRepository.purge',
  'ai old_marks_of_channels 3600 s per service DeletedCopiesRepository.purgeChannels',
  'ai old_marks_of_reviews 3600 s per service DeletedCopiesRepository.purgeReviews',
  'widgets old_widget_days 3600 s per service WidgetDaysRepository.purge',
  'widgets unused_images 3600 s per service ImagesRepository.purge',
  'widgets widget_views 2 s per process ViewCounterService.flush',
  'webhooks expired_leases 5 s per service QueueMaintenanceService.repair',
  'webhooks held_deliveries 60 s per service QueueMaintenanceService.expireHeld',
  'webhooks old_deliveries 3600 s per service QueueMaintenanceRepository.purge',
  'gateway abandoned_changes 600 s per service ChangesInProgressRepository.completeAbandoned',
  'gateway expired_keys 60 s per service KeyExpiryService.announceExpired',
  'gateway expired_sign_ins 3600 s per service SignInRepository.deleteExpired',
  'gateway first_access 2 s per process FirstAccessService.deleteUsed',
  'gateway hours_of_refusals 600 s per service RefusalsRepository.closeHours',
  'gateway key_usage 2 s per process KeyUsageService.flush',
  'gateway live_sessions 20 s per process LiveSessionsService.checkAll',
  'gateway oauth_cleanup 3600 s per service OAuthCleanupService.run',
  'gateway old_audit_entries 600 s per service AuditRetentionService.deleteOld',
  'gateway old_mcp_calls 3600 s per service McpCallsRepository.purge',
  'gateway old_sent_invites 3600 s per service InviteCreditsService.purge',
  'gateway sign_in_counters 3600 s per service SignInAttemptsRepository.deleteFlood',
  'gateway user_mails 15 s per process DueMailsService.sendSome',
  'gateway vanity_domains 3600 s per service VanityChecksService.checkDue',
];

it('are all the background chores', () => {
  const lines = ALL_SERVICES.flatMap((definition) =>
    choresOf(definition).map(
      ({ name, everyMs, per, owner }) =>
        `${definition.name} ${name} ${everyMs / 1_000} s per ${per} ${owner}`,
    ),
  );
  const shared = ALL_SERVICES.flatMap(({ name }) => OF_EVERY_SERVICE.map((line) => `${name} ${line}`));
  expect(lines.sort()).toEqual([...OF_ONE_SERVICE, ...shared].sort());
});
