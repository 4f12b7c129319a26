import type { Platform } from '../platform';
import { yell } from './yell';
import { yellowPages } from './yellowpages';

export const LOCAL: readonly Platform[] = [yell, yellowPages];
