import type { Platform } from '../platform';

export const SUPPORT: readonly Platform[] = [];
