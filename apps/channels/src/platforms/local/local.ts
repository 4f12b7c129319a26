import type { Platform } from '../platform';

export const LOCAL: readonly Platform[] = [];
