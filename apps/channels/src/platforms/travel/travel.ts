import type { Platform } from '../platform';
import { openTable } from './opentable';
import { airbnb } from './airbnb';
import { vrbo } from './vrbo';
import { expedia } from './expedia';
import { hotelsCom } from './hotels-com';
import { getYourGuide } from './getyourguide';
import { zomato } from './zomato';
import { freetobook } from './freetobook';
import { booking } from './booking';
import { hostelworld } from './hostelworld';
import { tripadvisor } from './tripadvisor';
import { viator } from './viator';

export const TRAVEL: readonly Platform[] = [
  openTable,
  airbnb,
  vrbo,
  expedia,
  hotelsCom,
  getYourGuide,
  zomato,
  freetobook,
  booking,
  hostelworld,
  tripadvisor,
  viator,
];
