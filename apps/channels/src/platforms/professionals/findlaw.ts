import { schemaSite } from '../builders/schema-site';

export const findLaw = schemaSite({
  typeId: 94,
  slug: 'findlaw',
  label: 'FindLaw',
  aliases: ['find_law'],
  category: 'professionals',
  logo: ['F', '#ff8000'],
  ratingScale: 5,
  hosts: ['lawyers.findlaw.com', 'pview.findlaw.com'],
  urlExample: 'https://lawyers.findlaw.com/profile/view/1234567_1',
  page: 'your profile as a lawyer or firm',
  urls: [
    {
      re: /^https?:\/\/(?<host>lawyers|pview)\.findlaw\.com\/(?<path>(?:profile|view|lawyer\/profile)\/(?:[\w.%=-]+\/){0,8}[\w.%=-]+)/i,
      yes: [
        'https://lawyers.findlaw.com/profile/view/1234567_1?refPageViewId=1',
        'https://lawyers.findlaw.com/profile/lawfirm/acme-law/tx/austin/abc123/PP',
      ],
      no: [
        'https://lawyers.findlaw.com/estate-planning/texas/',
        'https://lawyers.findlaw.com.example.org/profile/view/1_1',
      ],
    },
  ],
  pageOf: ({ host, path }) => `https://${host}.findlaw.com/${path}`,
});
