import { AppEndingsService } from './app-endings.service';
import { AppPoliciesService } from './app-policies.service';
import { AppsRepository } from './apps.repository';
import { AppsService } from './apps.service';

/** The providers of connected apps. */
export const APPS_PROVIDERS = [AppEndingsService, AppPoliciesService, AppsRepository, AppsService];
