import type { Platform } from '../platform';

export const EXTENSIONS: readonly Platform[] = [];
