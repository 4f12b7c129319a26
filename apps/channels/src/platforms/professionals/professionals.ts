import type { Platform } from '../platform';

export const PROFESSIONALS: readonly Platform[] = [];
