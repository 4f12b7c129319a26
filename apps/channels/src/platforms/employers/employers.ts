import type { Platform } from '../platform';
import { glassdoor } from './glassdoor';
import { indeed } from './indeed';
import { kununu } from './kununu';

export const EMPLOYERS: readonly Platform[] = [kununu, glassdoor, indeed];
