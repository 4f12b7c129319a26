import type { Platform } from '../platform';

export const HEALTH: readonly Platform[] = [];
