import type { Platform } from '../platform';

export const HOME_SERVICES: readonly Platform[] = [];
