import type { Platform } from '../platform';
import { amazon } from './amazon';
import { ebay } from './ebay';
import { etsy } from './etsy';

export const MARKETPLACES: readonly Platform[] = [amazon, ebay, etsy];
