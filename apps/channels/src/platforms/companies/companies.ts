import type { Platform } from '../platform';
import { reviewsIo } from './reviews-io';
import { bbb } from './bbb';
import { sitejabber } from './sitejabber';
import { productReviewAu } from './productreview-au';
import { glassdoor } from './glassdoor';
import { indeed } from './indeed';

export const COMPANIES: readonly Platform[] = [
  reviewsIo,
  bbb,
  sitejabber,
  productReviewAu,
  glassdoor,
  indeed,
];
