import type { Platform } from '../platform';
import { reviewsIo } from './reviews-io';

export const COMPANIES: readonly Platform[] = [reviewsIo];
