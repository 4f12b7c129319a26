import type { Platform } from '../platform';
import { openTable } from './opentable';
import { airbnb } from './airbnb';
import { vrbo } from './vrbo';
import { expedia } from './expedia';
import { hotelsCom } from './hotels-com';
import { getYourGuide } from './getyourguide';
import { zomato } from './zomato';
import { freetobook } from './freetobook';

export const TRAVEL: readonly Platform[] = [
  openTable,
  airbnb,
  vrbo,
  expedia,
  hotelsCom,
  getYourGuide,
  zomato,
  freetobook,
];
