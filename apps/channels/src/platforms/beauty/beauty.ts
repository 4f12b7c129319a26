import type { Platform } from '../platform';

export const BEAUTY: readonly Platform[] = [];
