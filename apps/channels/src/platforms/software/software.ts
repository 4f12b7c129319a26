import type { Platform } from '../platform';

export const SOFTWARE: readonly Platform[] = [];
