import { dashboardPlatform } from '../builders/dashboard-platform';

export const glassdoor = dashboardPlatform({
  typeId: 79,
  slug: 'glassdoor',
  label: 'Glassdoor',
  aliases: ['glass_door'],
  category: 'employers',
  logo: ['G', '#0caa41'],
  reason:
    'Glassdoor shows the reviews of an employer only to people who have signed in, and refuses automated access.',
});
