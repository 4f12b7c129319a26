import { NoticeNotifier } from '@plaudit/events';
import { OpenSessionsReadModel } from './open-sessions.read-model';
import { LiveFeedService } from './live-feed.service';
import { LiveIdsService } from './live-ids.service';
import { LiveStreamsMetrics } from './live-streams.metrics';
import { LiveStreamsService } from './live-streams.service';
import { LiveAccessService } from './live-access.service';
import { LiveSessionsService } from './live-sessions.service';

/** The providers of the live events of open pages. */
export const LIVE_EVENTS_PROVIDERS = [
  OpenSessionsReadModel,
  NoticeNotifier,
  LiveFeedService,
  LiveIdsService,
  LiveStreamsMetrics,
  LiveStreamsService,
  LiveAccessService,
  LiveSessionsService,
];
