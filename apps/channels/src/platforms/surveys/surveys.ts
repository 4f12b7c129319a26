import type { Platform } from '../platform';
import { delighted } from './delighted';
import { surveymonkey } from './surveymonkey';
import { typeform } from './typeform';

export const SURVEYS: readonly Platform[] = [delighted, surveymonkey, typeform];
