import type { Platform } from '../platform';

export const WEDDINGS: readonly Platform[] = [];
