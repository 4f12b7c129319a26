import type { Platform } from '../platform';
import { amazon } from './amazon';

export const MARKETPLACES: readonly Platform[] = [amazon];
