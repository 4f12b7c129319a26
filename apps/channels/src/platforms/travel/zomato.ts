import { dashboardPlatform } from '../builders/dashboard-platform';

export const zomato = dashboardPlatform({
  typeId: 68,
  slug: 'zomato',
  label: 'Zomato',
  category: 'travel',
  logo: ['Z', '#e23744'],
  reason: 'Zomato has closed its public API and refuses automated access to its pages.',
});
