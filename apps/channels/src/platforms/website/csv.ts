import { dashboardPlatform } from '../builders/dashboard-platform';

export const csv = dashboardPlatform({
  typeId: 103,
  slug: 'csv',
  label: 'CSV file',
  aliases: ['csv_file', 'spreadsheet'],
  category: 'website',
  logo: ['C', '#475569'],
  reason: 'For reviews of a place that has no type of its own.',
});
