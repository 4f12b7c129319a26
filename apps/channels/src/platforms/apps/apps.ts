import type { Platform } from '../platform';
import { appStore } from './app-store';

export const APPS: readonly Platform[] = [appStore];
