import type { Platform } from '../platform';
import { facebook } from './facebook';
import { foursquare } from './foursquare';
import { googleBusiness } from './google-business';
import { googleMaps } from './google-maps';
import { yell } from './yell';
import { yellowPages } from './yellowpages';
import { yelp } from './yelp';

export const LOCAL: readonly Platform[] = [
  facebook,
  foursquare,
  googleBusiness,
  googleMaps,
  yell,
  yellowPages,
  yelp,
];
