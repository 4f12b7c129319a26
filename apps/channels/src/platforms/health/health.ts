import type { Platform } from '../platform';
import { healthgrades } from './healthgrades';
import { zocdoc } from './zocdoc';
import { webMd } from './webmd';
import { vitals } from './vitals';
import { rateMds } from './ratemds';

export const HEALTH: readonly Platform[] = [healthgrades, zocdoc, webMd, vitals, rateMds];
