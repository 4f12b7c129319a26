import type { Platform } from '../platform';
import { bbb } from './bbb';
import { ekomi } from './ekomi';
import { feefo } from './feefo';
import { kiyoh } from './kiyoh';
import { productReviewAu } from './productreview-au';
import { reviewsIo } from './reviews-io';
import { sitejabber } from './sitejabber';
import { trustedShops } from './trusted-shops';
import { trustpilot } from './trustpilot';
import { webwinkelkeur } from './webwinkelkeur';

export const COMPANIES: readonly Platform[] = [
  reviewsIo,
  trustpilot,
  feefo,
  trustedShops,
  kiyoh,
  webwinkelkeur,
  ekomi,
  bbb,
  sitejabber,
  productReviewAu,
];
