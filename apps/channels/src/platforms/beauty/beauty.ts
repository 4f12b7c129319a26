import type { Platform } from '../platform';
import { fresha } from './fresha';
import { booksy } from './booksy';
import { glossGenius } from './glossgenius';

export const BEAUTY: readonly Platform[] = [fresha, booksy, glossGenius];
