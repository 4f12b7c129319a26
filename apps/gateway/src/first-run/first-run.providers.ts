import { BootstrapRepository } from '../bootstrap/bootstrap.repository';
import { BootstrapService } from '../bootstrap/bootstrap.service';
import { ConfiguredKeyService } from '../bootstrap/configured-key.service';
import { FirstAccessService } from '../bootstrap/first-access.service';
import { FirstProfileService } from './first-profile.service';
import { SetupLinksRepository } from './setup-links.repository';
import { SetupLinksService } from './setup-links.service';
import { SetupService } from './setup.service';

/** The providers of the first start and of the set-up in a browser. */
export const FIRST_RUN_PROVIDERS = [
  BootstrapRepository,
  BootstrapService,
  ConfiguredKeyService,
  FirstAccessService,
  FirstProfileService,
  SetupLinksRepository,
  SetupLinksService,
  SetupService,
];
