import type { Platform } from '../platform';
import { chromeWebStore } from './chrome-web-store';
import { envato } from './envato';
import { appSumo } from './appsumo';

export const EXTENSIONS: readonly Platform[] = [chromeWebStore, envato, appSumo];
