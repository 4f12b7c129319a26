import { schemaSite } from '../builders/schema-site';

export const realtorCom = schemaSite({
  typeId: 91,
  slug: 'realtor_com',
  label: 'Realtor.com',
  aliases: ['realtor'],
  category: 'professionals',
  logo: ['R', '#d92228'],
  ratingScale: 5,
  hosts: ['www.realtor.com'],
  urlExample: 'https://www.realtor.com/realestateagents/0123456789abcdef01234567',
  page: 'your profile as an agent',
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?realtor\.com\/(?<path>realestateagents\/(?:[0-9a-f]{24}|[^/?#]+_[a-z]{2}_\d+_\d+))(?:[/?#]|$)/i,
      yes: [
        'https://www.realtor.com/realestateagents/0123456789abcdef01234567?x=1',
        'https://realtor.com/realestateagents/Jane-Example_Austin_TX_123456_123456789',
      ],
      no: [
        'https://www.realtor.com/realestateagents/Austin_TX',
        'https://www.realtor.com.example.org/realestateagents/0123456789abcdef01234567',
      ],
    },
  ],
  pageOf: ({ path }) => `https://www.realtor.com/${path}`,
});
