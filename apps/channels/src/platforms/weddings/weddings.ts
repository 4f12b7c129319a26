import type { Platform } from '../platform';
import { theKnot } from './the-knot';
import { weddingWire } from './weddingwire';
import { zola } from './zola';

export const WEDDINGS: readonly Platform[] = [theKnot, weddingWire, zola];
