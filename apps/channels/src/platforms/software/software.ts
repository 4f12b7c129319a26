import type { Platform } from '../platform';
import { capterra } from './capterra';
import { g2 } from './g2';
import { getApp } from './getapp';
import { softwareAdvice } from './software-advice';

export const SOFTWARE: readonly Platform[] = [capterra, g2, getApp, softwareAdvice];
