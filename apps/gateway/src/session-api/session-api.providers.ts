import { KeyLookUpsClient } from '../authentication/key-look-ups.client';
import { EnteredSessionReadModel } from './entered-session.read-model';
import { PreferencesService } from './preferences.service';
import { SessionAuthenticationService } from './session-authentication.service';
import { SessionInfoReadModel } from './session-info.read-model';
import { SessionInfoService } from './session-info.service';
import { SessionProofService } from './session-proof.service';
import { SubAccountCountsClient } from './sub-account-counts.client';

/** The providers of the API for signed-in users. Sessions are looked up on the connections for keys, which no page can take. */
export const SESSION_API_PROVIDERS = [
  {
    provide: EnteredSessionReadModel,
    useFactory: ({ database }: KeyLookUpsClient) => new EnteredSessionReadModel(database),
    inject: [KeyLookUpsClient],
  },
  SessionAuthenticationService,
  SessionInfoReadModel,
  SessionInfoService,
  SubAccountCountsClient,
  SessionProofService,
  PreferencesService,
];
