import type { Platform } from '../platform';
import { websiteSchema } from './website-schema';

export const WEBSITES: readonly Platform[] = [websiteSchema];
