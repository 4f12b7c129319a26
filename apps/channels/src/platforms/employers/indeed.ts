import { dashboardPlatform } from '../builders/dashboard-platform';

export const indeed = dashboardPlatform({
  typeId: 80,
  slug: 'indeed',
  label: 'Indeed',
  aliases: [],
  category: 'employers',
  logo: ['I', '#2557a7'],
  ratingScale: 5,
  reason: 'Indeed refuses automated access to the reviews of an employer.',
});
