import { schemaSite } from '../builders/schema-site';

export const rateMds = schemaSite({
  typeId: 89,
  slug: 'ratemds',
  label: 'RateMDs',
  aliases: ['rate_mds'],
  category: 'health',
  logo: ['R', '#1b75bb'],
  ratingScale: 5,
  hosts: ['www.ratemds.com'],
  urlExample: 'https://www.ratemds.com/doctor-ratings/12345/Dr-Jane-Example-Austin-TX.html',
  page: 'your profile',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?ratemds\.com\/(?<path>doctor-ratings\/(?:\d+\/)?[\w.+-]+)/i,
      yes: [
        'https://www.ratemds.com/doctor-ratings/12345/Dr-Jane-Example-Austin-TX.html/?page=2',
        'https://ratemds.com/doctor-ratings/dr-jane-example-austin-tx-us/',
      ],
      no: [
        'https://www.ratemds.com/best-doctors/tx/austin/',
        'https://www.ratemds.com.example.org/doctor-ratings/1/Dr-Jane-Example.html',
      ],
    },
  ],
  pageOf: ({ path }) => `https://www.ratemds.com/${path}/`,
});
