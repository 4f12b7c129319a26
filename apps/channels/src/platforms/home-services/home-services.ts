import type { Platform } from '../platform';
import { houzz } from './houzz';
import { angi } from './angi';
import { homeAdvisor } from './homeadvisor';
import { thumbtack } from './thumbtack';
import { bark } from './bark';

export const HOME_SERVICES: readonly Platform[] = [houzz, angi, homeAdvisor, thumbtack, bark];
