import type { Platform } from '../platform';
import { bazaarvoice } from './bazaarvoice';
import { judgeMe } from './judge-me';
import { junip } from './junip';
import { klaviyoReviews } from './klaviyo-reviews';
import { loox } from './loox';
import { okendo } from './okendo';
import { stamped } from './stamped';
import { woocommerce } from './woocommerce';
import { yotpo } from './yotpo';

export const SHOPS: readonly Platform[] = [
  bazaarvoice,
  judgeMe,
  junip,
  klaviyoReviews,
  loox,
  okendo,
  stamped,
  woocommerce,
  yotpo,
];
