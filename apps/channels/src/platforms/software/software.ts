import type { Platform } from '../platform';
import { capterra } from './capterra';
import { getApp } from './getapp';
import { softwareAdvice } from './software-advice';

export const SOFTWARE: readonly Platform[] = [capterra, getApp, softwareAdvice];
