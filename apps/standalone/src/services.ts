import { aiService } from '@plaudit/ai';
import { channelsService } from '@plaudit/channels';
import { gatewayService } from '@plaudit/gateway';
import { invitationsService } from '@plaudit/invitations';
import { reportsService } from '@plaudit/reports';
import { reviewsService } from '@plaudit/reviews';
import type { ServiceDefinition } from '@plaudit/runtime';
import { webhooksService } from '@plaudit/webhooks';
import { widgetsService } from '@plaudit/widgets';

/** All services. They start side by side, and stop in the reverse order: first the gateway, which accepts clients. */
export const ALL_SERVICES: readonly ServiceDefinition[] = [
  reviewsService,
  channelsService,
  invitationsService,
  reportsService,
  aiService,
  widgetsService,
  webhooksService,
  gatewayService,
];
