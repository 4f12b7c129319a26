import { schemaSite } from '../builders/schema/schema-site';

export const realtorCom = schemaSite({
  typeId: 91,
  slug: 'realtor_com',
  label: 'Realtor.com',
  aliases: ['realtor'],
  category: 'professionals',
  logo: ['R', '#d92228'],
  hosts: ['www.realtor.com'],
  urlExample: 'https://www.realtor.com/realestateagents/0123456789abcdef01234567',
  page: 'your profile as an agent',
  urls: [
    /^https?:\/\/(?:www\.)?realtor\.com\/(?<path>realestateagents\/(?:[0-9a-f]{24}|[^/?#]+_[a-z]{2}_\d+_\d+))(?:[/?#]|$)/i,
  ],
  pageOf: ({ path }) => `https://www.realtor.com/${path}`,
});
