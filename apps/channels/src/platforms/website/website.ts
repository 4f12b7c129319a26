import type { Platform } from '../platform';
import { websiteSchema } from './website-schema';
import { csv } from './csv';
import { discourse } from './discourse';
import { rss } from './rss';
import { siteReviews } from './site-reviews';
import { wordpressPlugin } from './wordpress-plugin';

export const WEBSITES: readonly Platform[] = [
  websiteSchema,
  csv,
  siteReviews,
  wordpressPlugin,
  rss,
  discourse,
];
