import type { Platform } from '../platform';

export const SHOPS: readonly Platform[] = [];
