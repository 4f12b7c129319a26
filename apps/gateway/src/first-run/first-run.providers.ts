import { BootstrapRepository } from '../bootstrap/bootstrap.repository';
import { BootstrapService } from '../bootstrap/bootstrap.service';
import { ConfiguredKeyService } from '../bootstrap/configured-key.service';
import { FirstAccessWorker } from '../bootstrap/first-access.worker';
import { FirstProfileService } from './first-profile.service';
import { SetupLinksRepository } from './setup-links.repository';
import { SetupLinksService } from './setup-links.service';
import { SetupService } from './setup.service';

/** The providers of the first start and of the set-up in a browser. */
export const FIRST_RUN_PROVIDERS = [
  BootstrapRepository,
  BootstrapService,
  ConfiguredKeyService,
  FirstAccessWorker,
  FirstProfileService,
  SetupLinksRepository,
  SetupLinksService,
  SetupService,
];
