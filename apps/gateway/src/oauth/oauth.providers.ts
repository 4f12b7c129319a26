import { ClientDocumentsClient } from './clients/client-documents.client';
import { OAuthClientsRepository } from './clients/oauth-clients.repository';
import { OAuthClientsService } from './clients/oauth-clients.service';
import { AccessRequestsService } from './consent/access-requests.service';
import { ConsentOffersReadModel } from './consent/consent-offers.read-model';
import { ConsentOffersService } from './consent/consent-offers.service';
import { ConsentService } from './consent/consent.service';
import { OAuthCleanupService } from './oauth-cleanup.service';
import { OAuthGrantsService } from './records/oauth-grants.service';
import { OAuthRecordsRepository } from './records/oauth-records.repository';
import { AuthorizationServerService } from './server/authorization-server.service';
import { OAuthStoreService } from './server/oauth-store.service';
import { OAuthThrottleService } from './server/oauth-throttle.service';
import { OAuthRoutes } from './server/oauth.routes';

/** The providers of the OAuth authorization server. */
export const OAUTH_PROVIDERS = [
  AccessRequestsService,
  AuthorizationServerService,
  ClientDocumentsClient,
  ConsentOffersReadModel,
  ConsentOffersService,
  ConsentService,
  OAuthCleanupService,
  OAuthClientsRepository,
  OAuthClientsService,
  OAuthGrantsService,
  OAuthRecordsRepository,
  OAuthRoutes,
  OAuthStoreService,
  OAuthThrottleService,
];
