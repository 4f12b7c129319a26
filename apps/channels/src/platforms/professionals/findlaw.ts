import { schemaSite } from '../builders/schema/schema-site';

export const findLaw = schemaSite({
  typeId: 94,
  slug: 'findlaw',
  label: 'FindLaw',
  aliases: ['find_law'],
  category: 'professionals',
  logo: ['F', '#ff8000'],
  hosts: ['lawyers.findlaw.com', 'pview.findlaw.com'],
  urlExample: 'https://lawyers.findlaw.com/profile/view/1234567_1',
  page: 'your profile as a lawyer or firm',
  urls: [
    /^https?:\/\/(?<host>lawyers|pview)\.findlaw\.com\/(?<path>(?:profile|view|lawyer\/profile)\/(?:[\w.%=-]+\/){0,8}[\w.%=-]+)/i,
  ],
  pageOf: ({ host, path }) => `https://${host}.findlaw.com/${path}`,
});
