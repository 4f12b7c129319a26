import type { Platform } from '../platform';
import { websiteSchema } from './website-schema';
import { csv } from './csv';

export const WEBSITES: readonly Platform[] = [websiteSchema, csv];
