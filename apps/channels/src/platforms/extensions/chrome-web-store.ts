import { dashboardPlatform } from '../builders/dashboard-platform';

export const chromeWebStore = dashboardPlatform({
  typeId: 81,
  slug: 'chrome_web_store',
  label: 'Chrome Web Store',
  aliases: ['chrome'],
  category: 'extensions',
  logo: ['C', '#1a73e8'],
  reason: 'The Chrome Web Store has no API for reviews, and its pages mark up neither reviews nor a score.',
});
