import type { Platform } from '../platform';
import { freshdesk } from './freshdesk';
import { gorgias } from './gorgias';
import { helpScout } from './help-scout';
import { intercom } from './intercom';
import { zendesk } from './zendesk';

export const SUPPORT: readonly Platform[] = [freshdesk, gorgias, helpScout, intercom, zendesk];
