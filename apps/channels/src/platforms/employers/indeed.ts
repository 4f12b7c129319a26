import { dashboardPlatform } from '../builders/dashboard-platform';

export const indeed = dashboardPlatform({
  typeId: 80,
  slug: 'indeed',
  label: 'Indeed',
  category: 'employers',
  logo: ['I', '#2557a7'],
  reason: 'Indeed refuses automated access to the reviews of an employer.',
});
