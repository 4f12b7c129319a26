import { schemaSite } from '../builders/schema-site';

export const getYourGuide = schemaSite({
  typeId: 67,
  slug: 'getyourguide',
  label: 'GetYourGuide',
  aliases: ['get_your_guide'],
  category: 'travel',
  logo: ['G', '#ff5533'],
  ratingScale: 5,
  hosts: [
    'www.getyourguide.com',
    'www.getyourguide.at',
    'www.getyourguide.be',
    'www.getyourguide.ca',
    'www.getyourguide.ch',
    'www.getyourguide.co.uk',
    'www.getyourguide.com.au',
    'www.getyourguide.com.br',
    'www.getyourguide.de',
    'www.getyourguide.dk',
    'www.getyourguide.es',
    'www.getyourguide.fr',
    'www.getyourguide.ie',
    'www.getyourguide.it',
    'www.getyourguide.jp',
    'www.getyourguide.nl',
    'www.getyourguide.no',
    'www.getyourguide.pl',
    'www.getyourguide.pt',
    'www.getyourguide.se',
  ],
  urlExample: 'https://www.getyourguide.com/paris-l16/acme-walking-tour-t123456/',
  page: 'the page of your activity',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?(?<host>getyourguide\.[a-z.]{2,6})\/(?<path>(?:[^/?#]+\/){0,3}[^/?#]*-t(?<id>\d+))(?:[/?#]|$)/i,
      yes: [
        'https://www.getyourguide.com/paris-l16/acme-walking-tour-t123456/?date_from=2026-12-01',
        'https://getyourguide.de/de-de/paris-l16/acme-tour-t123456/',
      ],
      no: [
        'https://www.getyourguide.com/paris-l16/',
        'https://www.getyourguide.com.example.org/paris-l16/acme-t1/',
      ],
    },
  ],
  pageOf: ({ host, path }) => `https://www.${host}/${path}/`,
});
