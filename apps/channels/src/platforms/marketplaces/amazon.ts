import { dashboardPlatform } from '../builders/dashboard-platform';

export const amazon = dashboardPlatform({
  typeId: 88,
  slug: 'amazon',
  label: 'Amazon',
  category: 'marketplaces',
  logo: ['A', '#ff9900'],
  reason: 'Amazon shows the reviews of a product only to customers who have signed in.',
});
