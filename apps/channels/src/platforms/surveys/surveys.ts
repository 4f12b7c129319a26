import type { Platform } from '../platform';

export const SURVEYS: readonly Platform[] = [];
