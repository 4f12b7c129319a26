import type { Platform } from '../platform';
import { appStore } from './app-store';
import { appStoreConnect } from './app-store-connect';
import { googlePlay } from './google-play';
import { googlePlayConsole } from './google-play-console';
import { microsoftStore } from './microsoft-store';
import { productHunt } from './product-hunt';
import { steam } from './steam';

export const APPS: readonly Platform[] = [
  appStore,
  appStoreConnect,
  googlePlay,
  googlePlayConsole,
  steam,
  microsoftStore,
  productHunt,
];
