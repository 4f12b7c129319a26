import type { Platform } from '../platform';
import { openTable } from './opentable';

export const TRAVEL: readonly Platform[] = [openTable];
